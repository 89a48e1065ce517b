import { rotateKeys } from '../project/siwx/signingKeys.js';
import type { Settings } from '../server/readSettings.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { withProjects } from './withProjects.js';

/**
 * `keys rotate`: creates a new signing key for sign-in tokens.
 *
 * @throws BaseError `INVALID_ARGUMENT`, or the database's error.
 */
export async function keysCommand(args: readonly string[], settings: Settings): Promise<string> {
  const { values, positionals } = parseOptions(args, { 'at-once': { type: 'boolean' } });
  const [action, more] = positionals;
  if (action !== 'rotate' || more !== undefined) {
    throw invalidArgument(`There is no command 'keys ${positionals.join(' ')}'`);
  }
  return withProjects(settings, ({ database }) => rotateKeys(database, values['at-once'] ?? false));
}
