import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { SiwxSession } from './SignInConfig.js';
import type { SignInFlow } from './SignInFlow.js';

/** Set where sign-in is configured, with the start. */
export const signInFlow = /* @__PURE__ */ instanceSlot<SignInFlow>('signIn');

/** Which namespace's account an action of sign-in is about. */
export interface SignInOptions {
  /** Default: the one that the visitor is asked for, else the active one. */
  readonly namespace?: ChainNamespace;
}

/**
 * Asks the connected wallet to sign in, and answers the session. One that is in force is answered at once. The modal's own
 * 'Sign' does this; hosts need it where sign-in is optional, for a button of their own.
 *
 * @throws SIGN_IN_DECLINED the visitor refused [ERR-38]; SIGN_IN_SMART_ACCOUNT [ERR-39]; SIGN_IN_FAILED; MODAL_CLOSED the
 * account changed or the visitor went on; SIGN_IN_UNAVAILABLE no sign-in is configured; CAIP_NETWORK_OR_ADDRESS_UNDEFINED
 * nothing is connected.
 */
export async function signIn(kit: Latchkit, options: SignInOptions = {}): Promise<SiwxSession> {
  if (!signInFlow.get(kit)) await kit.kernel.start();
  const flow = signInFlow.get(kit);
  if (!flow) throw catalogueError('SIGN_IN_UNAVAILABLE', { details: 'Pass siwx to createLatchkit.' });
  return flow.sign(options.namespace);
}

/**
 * The visitor does not sign in: the connection stays where sign-in is optional [STATE-41]. Where it is required the wallet
 * goes back to the network that it is signed in on [STATE-40], or disconnects [STATE-39]. Without a request nothing happens.
 */
export async function cancelSignIn(kit: Latchkit): Promise<void> {
  await signInFlow.get(kit)?.cancel();
}
