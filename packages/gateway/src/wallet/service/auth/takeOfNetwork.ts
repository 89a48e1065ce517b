import type { Caller } from '../../shared/proveCaller.js';
import type { Allowance } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';

/**
 * Counts a use against a limit that the callers of a network share. A device that holds a share of a wallet has the whole limit for
 * itself, so that strangers behind the same address cannot use up what it needs.
 *
 * @throws HttpError 429 `RATE_LIMITED`.
 */
export async function takeOfNetwork(
  { allowances, store }: Pick<WalletParts, 'allowances' | 'store'>,
  { jkt, network }: Pick<Caller, 'jkt' | 'network'>,
  kind: string,
  allowance: Allowance,
): Promise<void> {
  const { database, schema } = store;
  const rows = await database.query(
    `select 1 from ${schema}.share_sets s join ${schema}.installations i on i.id = s.installation_id
     where i.jkt = $1 limit 1`,
    [jkt],
  );
  if (rows.length > 0) await allowances.take(`${kind} of device`, jkt, allowance);
  else await allowances.take(kind, network, allowance);
}
