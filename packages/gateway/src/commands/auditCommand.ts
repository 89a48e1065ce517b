import { BaseError } from 'latchkit/protocol';
import type { AuditReport } from '../platform/keyvault/auditLog.js';
import { type Checkpoint, readCheckpoints } from '../platform/keyvault/checkpoints.js';
import type { Settings } from '../server/readSettings.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * `audit verify`: checks with the entries' hashes and the signed checkpoints outside the store that no entry of the wallet's
 * audit logs was changed or removed.
 *
 * @returns the newest entry of each log; stored elsewhere, it later proves that no earlier entry is missing.
 * @throws BaseError `AUDIT_BROKEN`, which names the first invalid entry or the missing checkpoint;
 *   `CHECKPOINT_INVALID`; `INVALID_ARGUMENT`.
 */
export async function auditCommand(args: readonly string[], settings: Settings): Promise<string> {
  const options = {
    'wallet-head': { type: 'string' },
    'vault-head': { type: 'string' },
    checkpoints: { type: 'string' },
  } as const;
  const { values, positionals } = parseOptions(args, options);
  const [action, more] = positionals;
  if (action !== 'verify' || more !== undefined) {
    throw invalidArgument(`There is no command 'audit ${positionals.join(' ')}'`);
  }
  return withStores(settings, async stores => {
    const lines: string[] = [];
    for (const { store } of stores) {
      const given = values[store.name === 'a' ? 'wallet-head' : 'vault-head'];
      const directory = values.checkpoints ?? settings.wallet?.auditDirectory ?? '';
      const checkpoints = await readCheckpoints(store, directory);
      const heads = [...checkpoints.map(({ head }) => head), ...(given === undefined ? [] : [given])];
      const report = await store.audit.verify(heads);
      const problem = problemOf(report, checkpoints);
      if (problem !== undefined) throw new BaseError('AUDIT_BROKEN', `${store.schema}.audit ${problem}`);
      const counts = `${report.entries} entries\t${checkpoints.length} checkpoints`;
      lines.push(`${store.schema}\t${counts}\t${report.head}`);
    }
    return lines.join('\n');
  });
}

function problemOf(
  { brokenAt, missing, entries }: AuditReport,
  checkpoints: readonly Checkpoint[],
): string | undefined {
  if (brokenAt !== undefined) return `is broken at entry ${brokenAt}`;
  if (missing === undefined) return undefined;
  const seq = Number(missing.split(':')[0]);
  const at = checkpoints.find(({ head }) => head === missing)?.at;
  const source = at === undefined ? 'the given head' : `the checkpoint of ${at}`;
  return seq > entries
    ? `ends at entry ${entries}, but ${source} names entry ${seq}: the newest entries were removed`
    : `has another entry ${seq} than ${source}: it was rewritten`;
}
