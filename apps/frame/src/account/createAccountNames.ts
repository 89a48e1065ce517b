import { listAccountNamesCall, type listAccountNamesRequest } from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { Account } from './Account.js';

/** Milliseconds for which names are kept, and for which a review waits for them. */
const LIFE = 5 * 60_000;
const PATIENCE = 500;

/** Names that the gateway registered for the user's accounts. */
export interface AccountNames {
  /** The name of an address; undefined if it has none, or is not known in time. Never rejects. */
  of(address: string): Promise<string | undefined>;
}

export function createAccountNames(
  walletService: ServiceClient,
  { withAccess, user }: Pick<Account, 'withAccess' | 'user'>,
): AccountNames {
  type Names = readonly { readonly address: string; readonly name: string }[];
  let kept: { readonly walletId: string; readonly at: number; readonly names: Promise<Names> } | undefined;
  const read = (): Promise<Names> => {
    const walletId = user()?.wallet.walletId ?? '';
    if (kept?.walletId === walletId && performance.now() - kept.at < LIFE) return kept.names;
    const names = withAccess(access =>
      walletService.call<typeof listAccountNamesRequest>(listAccountNamesCall, { access }),
    ).then(
      answer => answer.names,
      () => {
        kept = undefined;
        return [];
      },
    );
    kept = { walletId, at: performance.now(), names };
    return names;
  };
  return {
    async of(address) {
      const late = new Promise<Names>(resolve => setTimeout(() => resolve([]), PATIENCE));
      const names = await Promise.race([read(), late]);
      return names.find(one => one.address.toLowerCase() === address.toLowerCase())?.name;
    },
  };
}
