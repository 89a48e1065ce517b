import { migrate } from '../migrations/migrate.js';
import { migrations } from '../migrations/migrations.js';
import { openServices } from '../openServices.js';
import type { Settings } from '../readSettings.js';
import { rotateKeys } from '../siwx/signingKeys.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

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
  const services = await openServices(settings);
  try {
    await migrate(services.database, migrations);
    return await rotateKeys(services.database, values['at-once'] ?? false);
  } finally {
    await services.close();
  }
}
