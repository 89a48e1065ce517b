import { listAccountNamesCall, type listAccountNamesRequest } from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { Account } from './Account.js';

/** Milliseconds for which a review waits for a name. */
const PATIENCE = 500;

/** Names that the gateway registered for the user's accounts. */
export interface AccountNames {
  /** The present name of an address; undefined if it has none, or is not known in time. Never rejects. */
  of(address: string): Promise<string | undefined>;
}

export function createAccountNames(
  walletService: ServiceClient,
  { withAccess }: Pick<Account, 'withAccess'>,
): AccountNames {
  const read = async (address: string) => {
    const { names } = await withAccess(access =>
      walletService.call<typeof listAccountNamesRequest>(listAccountNamesCall, { access }),
    );
    return names.find(one => one.address.toLowerCase() === address.toLowerCase())?.name;
  };
  return {
    of: address =>
      Promise.race([
        read(address).catch(() => undefined),
        new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), PATIENCE)),
      ]),
  };
}
