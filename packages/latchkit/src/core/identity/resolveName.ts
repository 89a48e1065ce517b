import { isError } from '../../protocol/BaseError.js';
import { readProfileCall, type readProfileRequest } from '../../protocol/calls/project/names.js';
import { createError } from '../../protocol/errors.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';
import { cleanName } from '../adapter/untrusted.js';
import { callGateway } from '../kernel/callGateway.js';
import { getQueryClient } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { readNameRefusal } from '../names/readNameRefusal.js';

/** How long a result is cached, in ms. */
const FRESH_MS = 5 * 60_000;

/** Ethereum's coin type (SLIP-44), under which names store their EVM address. */
const EVM = '60';

/**
 * Resolves a name, for example `ada.eth`, to its EVM address. A result is reused for 5 minutes.
 *
 * @throws RESOLVE_NAME_FAILED with the service's first reason as its message, else 'Error resolving name'.
 *
 * @example
 * const { address } = await resolveName(kit, 'ada.eth');
 */
export function resolveName(kit: Latchkit, name: string): Promise<ResolvedName> {
  return lookUpName(kit, name, FRESH_MS);
}

/** A name in its normal form, and the EVM address that it leads to. */
interface ResolvedName {
  readonly name: string;
  readonly address: string;
}

/**
 * As {@link resolveName}.
 *
 * @param freshMs - How old a result may be, in ms; 0 asks the gateway.
 */
export async function lookUpName(kit: Latchkit, name: string, freshMs: number): Promise<ResolvedName> {
  try {
    const profile = await getQueryClient(kit).fetchQuery({
      queryKey: ['profile', name.toLowerCase()],
      queryFn: () =>
        callGateway<typeof readProfileRequest>(kit, readProfileCall, {
          params: { name },
          readRefusal: readNameRefusal('RESOLVE_NAME_FAILED'),
        }),
      staleTime: freshMs,
      gcTime: FRESH_MS,
    });
    const address = profile.addresses[EVM]?.address;
    if (!address || !isEvmAddress(address)) throw createError('RESOLVE_NAME_FAILED');
    return { name: cleanName(profile.name) || name, address };
  } catch (cause) {
    if (isError(cause, 'RESOLVE_NAME_FAILED') || isError(cause, 'DESTROYED')) throw cause;
    throw createError('RESOLVE_NAME_FAILED', { cause });
  }
}

/** Whether a text has the form of a name that a names service may resolve: labels separated by dots, for example `ada.eth`. */
export function isName(text: string): boolean {
  return /^[^\s./@:]+(?:\.[^\s./@:]+)+$/u.test(text) && text.length <= 255;
}
