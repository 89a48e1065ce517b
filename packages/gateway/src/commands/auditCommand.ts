import { BaseError } from 'latchkit/protocol';
import type { Settings } from '../readSettings.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * `audit verify`: checks that no entry of the wallet's logs was changed or removed.
 *
 * @returns the newest entry of each log; kept elsewhere, it proves later that nothing before it is gone.
 * @throws BaseError `AUDIT_BROKEN`, which names the first entry that does not follow; `INVALID_ARGUMENT`.
 */
export async function auditCommand(args: readonly string[], settings: Settings): Promise<string> {
  const options = { 'wallet-head': { type: 'string' }, 'vault-head': { type: 'string' } } as const;
  const { values, positionals } = parseOptions(args, options);
  const [action, more] = positionals;
  if (action !== 'verify' || more !== undefined) {
    throw invalidArgument(`There is no command 'audit ${positionals.join(' ')}'`);
  }
  return withStores(settings, async stores => {
    const lines: string[] = [];
    for (const { store } of stores) {
      const report = await store.audit.verify(values[store.name === 'a' ? 'wallet-head' : 'vault-head']);
      if (report.brokenAt !== undefined) {
        throw new BaseError('AUDIT_BROKEN', `${store.schema}.audit is broken at entry ${report.brokenAt}`);
      }
      lines.push(`${store.schema}\t${report.entries} entries\t${report.head}`);
    }
    return lines.join('\n');
  });
}
