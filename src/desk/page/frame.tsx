/** The frame of every page: the menu, the search box, and the way out. */
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { Icon, type IconName } from './parts/icon.tsx'
import { SearchBox } from './search-box.tsx'
import { signOut } from './session.ts'
import { useShop } from './shop.tsx'

/** A page of the menu; one with a scope is shown to those whose role has it. */
type Entry = { path: string; title: string; icon: IconName; scope?: string }

const entries: readonly Entry[] = [
  { path: '/', title: 'Today', icon: 'today' },
  { path: '/subscriptions', title: 'Subscriptions', icon: 'subscriptions', scope: 'read_subscriptions' },
  { path: '/orders', title: 'Orders', icon: 'orders', scope: 'read_orders' },
  { path: '/ship', title: 'Ship', icon: 'ship', scope: 'read_shipments' },
  { path: '/customers', title: 'Customers', icon: 'customers', scope: 'read_customers' },
  { path: '/products', title: 'Products', icon: 'products', scope: 'read_products' },
  { path: '/coupons', title: 'Coupons', icon: 'coupons', scope: 'read_coupons' },
  { path: '/figures', title: 'Figures', icon: 'figures', scope: 'read_subscriptions' },
  { path: '/settings', title: 'Settings', icon: 'settings', scope: 'admin' },
]

export function Frame({ children }: { children: ReactNode }) {
  const { name, person, may } = useShop()
  const [isOpen, setOpen] = useState(false)
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu and has its own title.
  useEffect(() => {
    setOpen(false)
    document.title = `${document.querySelector('h1')?.textContent ?? 'Desk'} · ${name}`
  }, [path, name])
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <button
          type="button"
          className="plain menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
          <span className="hidden">Menu</span>
        </button>
        <Link href="/" className="shop-name">
          {name}
        </Link>
        <SearchBox />
        <div className="own">
          <Link href="/account" className="button plain" aria-label={`Your account, ${person.name}`}>
            <Icon name="person" /> <span className="wide">{person.name}</span>
          </Link>
          <button type="button" className="plain wide" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <nav id="menu" className={isOpen ? 'menu open' : 'menu'} aria-label="Pages">
        {entries
          .filter(({ scope }) => scope === undefined || may(scope))
          .map((entry) => (
            <MenuLink key={entry.path} {...entry} />
          ))}
      </nav>
      <div id="content" className="content" tabIndex={-1}>
        {children}
      </div>
    </div>
  )
}

function MenuLink({ path, title, icon }: Omit<Entry, 'scope'>) {
  const [isExact] = useRoute(path)
  const [isBelow] = useRoute(`${path}/:id`)
  const isHere = isExact || (path !== '/' && isBelow)
  return (
    <Link href={path} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} /> {title}
    </Link>
  )
}
