/** A command as all of ours are: its help marks what must be given, and a group called alone shows what it has. */
import { Command, Help } from 'commander'

/** Flags and description of the option that every command has. */
export const json = ['--json', 'answer JSON'] as const

export class OperatorCommand extends Command {
  constructor(name?: string) {
    super(name)
    this.configureHelp({
      optionDescription: (option) => `${Help.prototype.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
  }

  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(name)
  }

  /** Commander takes a group without a command for an error, and prints its help on standard error. */
  override help(): never {
    return super.help()
  }
}
