import type { Account } from '../account/Account.js';
import type { LoginLink } from '../account/createLoginLink.js';
import type { Approvals } from '../approvals/Approvals.js';
import type { HostRequestContext } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';

/** Adds a social login to the signed-in user's wallet, for pages of the wallet service. Host pages have no message for it. */
export interface LoginAdder {
  /** Starts a login at the provider. See `SocialSignIn.start`. */
  readonly start: Account['startSocial'];
  /** Starts a login with Farcaster. See `FarcasterSignIn.start`. */
  readonly startFarcaster: Account['startFarcaster'];
  /**
   * Takes the result, and asks for the user's consent in the wallet window. See `LoginLink.finish`.
   *
   * @param uri - Undefined: of the login with Farcaster.
   */
  finish(uri: string | undefined, context: HostRequestContext): ReturnType<LoginLink['finish']>;
  /** See `LoginLink.verify`. */
  readonly verify: LoginLink['verify'];
}

export function createLoginAdder(
  { startSocial, startFarcaster, link }: Pick<Account, 'startSocial' | 'startFarcaster' | 'link'>,
  approvals: Pick<Approvals, 'consent'>,
  state: HostState,
): LoginAdder {
  return {
    start: startSocial,
    startFarcaster,
    finish: (uri, context) =>
      link.finish(uri, asked => approvals.consent(asked, context), context.signal, state.dapp?.locale),
    verify: link.verify,
  };
}
