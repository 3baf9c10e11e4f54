/** `node prisma/seed.ts`: fills an empty database with the demo store, or with `--scale N` thousand subscriptions. */
import { seedCommand } from './seed/command.ts'

await seedCommand.parseAsync()
