import type { Account } from '../account/Account.js';
import type { LoginRemoval } from '../account/createLoginRemoval.js';
import type { Approvals } from '../approvals/Approvals.js';
import type { HostRequestContext } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';

/** Removes a social login from the signed-in user's wallet, for pages of the wallet service. Host pages have no message for it. */
export interface LoginRemover {
  /** See `LoginRemoval.list`. */
  readonly list: LoginRemoval['list'];
  /** Asks for the user's consent in the wallet window. See `LoginRemoval.start`. */
  start(login: string, context: HostRequestContext): ReturnType<LoginRemoval['start']>;
  /** See `LoginRemoval.verify`. */
  readonly verify: LoginRemoval['verify'];
}

export function createLoginRemover(
  { removal }: Pick<Account, 'removal'>,
  approvals: Pick<Approvals, 'consent'>,
  state: HostState,
): LoginRemover {
  return {
    list: removal.list,
    start: (login, context) =>
      removal.start(login, asked => approvals.consent(asked, context), state.dapp?.locale),
    verify: removal.verify,
  };
}
