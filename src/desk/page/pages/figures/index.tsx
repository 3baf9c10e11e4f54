/** Figures: a part for each question, which asks for its own figures alone. */
import { Link, Route, Switch } from 'wouter'
import { Empty } from '../../parts/message.tsx'
import { MovementsPage } from '../movements.tsx'
import { TransactionsPage } from '../transactions.tsx'
import { ChurnFigures } from './churn.tsx'
import { CohortFigures } from './cohorts.tsx'
import { MoneyFigures } from './money.tsx'
import { MrrFigures } from './mrr.tsx'
import { SurvivalFigures } from './survival.tsx'

const parts = [
  { path: '/figures', title: 'Recurring revenue', component: MrrFigures },
  { path: '/figures/churn', title: 'Churn', component: ChurnFigures },
  { path: '/figures/cohorts', title: 'Cohorts', component: CohortFigures },
  { path: '/figures/survival', title: 'Survival', component: SurvivalFigures },
  { path: '/figures/money', title: 'Money', component: MoneyFigures },
] as const

/** The lists that figures are counted from, at addresses of their own. */
const lists = { movements: MovementsPage, transactions: TransactionsPage }

type FiguresProps = { part?: string | undefined; list?: keyof typeof lists }

export default function FiguresPage({ part, list }: FiguresProps) {
  const List = list && lists[list]
  if (List) return <List />
  const here = `/figures${part ? `/${part}` : ''}`
  return (
    <main>
      <header className="page-head">
        <h1>Figures</h1>
      </header>
      <nav className="tabs" aria-label="Figures">
        {parts.map(({ path, title }) => (
          <Link key={path} href={path} aria-current={path === here ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <Switch>
        {parts.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route>
          <Empty title="There is no such page.">The tabs lead to those that there are.</Empty>
        </Route>
      </Switch>
    </main>
  )
}
