import type { Account } from '../account/Account.js';
import type { LoginLink } from '../account/createLoginLink.js';
import type { Approvals } from '../approvals/Approvals.js';
import type { HostRequestContext } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';

/** Adds a social login to the signed-in user's wallet, for pages of the wallet service. Host pages have no message for it. */
export interface LoginAdder {
  /** Starts a login at the provider. See `SocialSignIn.start`. */
  readonly start: Account['startSocial'];
  /** Takes its result, and asks for the user's consent in the wallet window. See `LoginLink.finish`. */
  finish(uri: string, context: HostRequestContext): ReturnType<LoginLink['finish']>;
  /** See `LoginLink.verify`. */
  readonly verify: LoginLink['verify'];
}

export function createLoginAdder(
  { startSocial, link }: Pick<Account, 'startSocial' | 'link'>,
  approvals: Pick<Approvals, 'consent'>,
  state: HostState,
): LoginAdder {
  return {
    start: startSocial,
    finish: (uri, context) =>
      link.finish(uri, asked => approvals.consent(asked, context), context.signal, state.dapp?.locale),
    verify: link.verify,
  };
}
