import type { CallResponse, HttpCall, PortalAction, WalletAccount } from 'latchkit/protocol';
import { passTime } from '../passTime.js';
import type { FrameCallOptions, SignedIn, WalletFrame } from './walletFrame.js';
import type { WalletSuite } from './walletSuite.js';

/** A user's browser that is logged in at the portal. */
export interface PortalVisitor {
  readonly email: string;
  /** The browser at the portal. */
  readonly frame: WalletFrame;
  readonly signedIn: SignedIn;
  readonly access: string;
  /** Calls the wallet service in the portal's session. */
  ask<Called extends HttpCall>(called: Called, options?: FrameCallOptions): Promise<CallResponse<Called>>;
  /** Gets the code for an action. */
  code(action: PortalAction): Promise<string>;
}

/** A user whose browser created the wallet on a host page, at the portal. */
export async function portalOwner(
  suite: WalletSuite,
  email = suite.address(),
): Promise<PortalVisitor & { readonly host: WalletFrame; readonly account: WalletAccount }> {
  const host = await suite.frame();
  const account = await host.create(await host.signIn(email));
  passTime(31_000);
  return { ...(await atPortal(suite, host, email)), host, account };
}

/** Logs a browser in at the portal. */
export async function atPortal(
  suite: WalletSuite,
  browser: WalletFrame,
  email: string,
): Promise<PortalVisitor> {
  const frame = browser.at(suite.portalPage);
  const signedIn = await frame.signIn(email);
  const { access } = signedIn.session;
  passTime(31_000);
  return {
    ...{ email, frame, signedIn, access },
    ask: (called, options) => frame.ask('frame', called, { access, ...options }),
    async code(action) {
      const code = await frame.freshCode(access, action, email);
      passTime(31_000);
      return code;
    },
  };
}

/** Another browser of a user that enters the portal by email alone and opens the wallet. */
export async function portalNewcomer(suite: WalletSuite, email: string): Promise<PortalVisitor> {
  const visitor = await atPortal(suite, await suite.frame(suite.portalPage), email);
  await visitor.frame.recover(visitor.signedIn);
  return visitor;
}
