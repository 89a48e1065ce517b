import { isError } from '../../protocol/BaseError.js';
import { catalogueError } from '../../protocol/errors.js';
import { profileAnswer } from '../../protocol/gateway/profile.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';
import { cleanName } from '../adapter/cleanName.js';
import { request } from '../kernel/callGateway.js';
import { queriesOf } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { readRefusal } from './readRefusal.js';

/** How long an answer is taken as current, in ms. */
const FRESH_MS = 60_000;

/** The coin type of Ethereum (SLIP-44), under which names keep their EVM address. */
const EVM = '60';

/**
 * Looks up the EVM address that a name stands for, for example `ada.eth` [CALL-27].
 *
 * @throws RESOLVE_NAME_FAILED with the service's own first reason as message where it gives one [ERR-69], else 'Error resolving
 * name' [ERR-70].
 */
export async function resolveName(
  kit: Latchkit,
  name: string,
): Promise<{ readonly name: string; readonly address: string }> {
  try {
    const profile = await queriesOf(kit).fetchQuery({
      queryKey: ['profile', name.toLowerCase()],
      queryFn: () => {
        const path = `/v1/profile/account/${encodeURIComponent(name)}`;
        return request(kit, profileAnswer, path, undefined, undefined, readRefusal);
      },
      staleTime: FRESH_MS,
    });
    const address = profile.addresses[EVM]?.address;
    if (!address || !isEvmAddress(address)) throw catalogueError('RESOLVE_NAME_FAILED');
    return { name: cleanName(profile.name) || name, address };
  } catch (cause) {
    if (isError(cause, 'RESOLVE_NAME_FAILED') || isError(cause, 'DESTROYED')) throw cause;
    throw catalogueError('RESOLVE_NAME_FAILED', { cause });
  }
}
