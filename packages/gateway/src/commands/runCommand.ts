import { BaseError } from 'latchkit/protocol';
import { type Environment, readSettings } from '../readSettings.js';
import { eventsCommand } from './eventsCommand.js';
import { keysCommand } from './keysCommand.js';
import { projectCommand } from './projectCommand.js';
import { serve } from './serve.js';
import { USAGE } from './usage.js';

/**
 * Runs what the arguments ask for.
 *
 * @returns what to print.
 * @throws BaseError `UNKNOWN_COMMAND`, `INVALID_ARGUMENT` or `INVALID_SETTING`, or what the command throws.
 */
export async function runCommand(args: readonly string[], env: Environment): Promise<string> {
  const [command, ...rest] = args;
  switch (command) {
    case undefined:
    case 'serve':
      return serve(readSettings(env));
    case 'project':
      return projectCommand(rest, readSettings(env));
    case 'events':
      return eventsCommand(rest, readSettings(env));
    case 'keys':
      return keysCommand(rest, readSettings(env));
    case 'help':
    case '--help':
    case '-h':
      return USAGE;
    default:
      throw new BaseError('UNKNOWN_COMMAND', `There is no command '${command}'`, { details: `\n${USAGE}` });
  }
}
