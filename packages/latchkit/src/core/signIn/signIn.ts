import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { ReadOptions } from '../connection/account.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { SignInFlow, SiwxSession } from './SignInConfig.js';
import { selectSession } from './signInState.js';

/** Set on start if sign-in is configured. */
export const signInFlow = /* @__PURE__ */ instanceSlot<SignInFlow>('signIn');

/** The namespace whose account signs in. */
export interface SignInOptions {
  /** Default: the namespace of the current request, else the active one. */
  readonly namespace?: ChainNamespace;
}

/**
 * Asks the connected wallet to sign in, and resolves to the session; at once if one is valid. The modal's 'Sign' button calls
 * this; hosts with optional sign-in can call it from their own button.
 *
 * @throws SIGN_IN_DECLINED if the visitor refused; SIGN_IN_SMART_ACCOUNT; SIGN_IN_FAILED; MODAL_CLOSED if the account changed
 * or the visitor skipped sign-in; SIGN_IN_UNAVAILABLE if no sign-in is configured; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if
 * nothing is connected.
 *
 * @example
 * const { token } = await signIn(kit);
 */
export async function signIn(kit: Latchkit, options: SignInOptions = {}): Promise<SiwxSession> {
  if (!signInFlow.get(kit)) await kit.kernel.start();
  const flow = signInFlow.get(kit);
  if (!flow) throw createError('SIGN_IN_UNAVAILABLE', { details: 'Pass siwx to createLatchkit.' });
  return flow.sign(options.namespace);
}

/**
 * The valid sign-in session of a namespace's account on its network.
 *
 * @example
 * const token = getSession(kit)?.token;
 */
export function getSession(kit: Latchkit, { namespace }: ReadOptions = {}): SiwxSession | undefined {
  return selectSession(kit.store.getState(), namespace);
}

/**
 * Cancels the sign-in request. The connection stays if sign-in is optional. If it is required, the wallet returns to the network
 * where it is signed in, or disconnects. Does nothing without a request.
 *
 * @example
 * await cancelSignIn(kit);
 */
export async function cancelSignIn(kit: Latchkit): Promise<void> {
  await signInFlow.get(kit)?.cancel();
}

/**
 * Ends the session of a namespace's account (default: the active namespace). If sign-in is required, the wallet is disconnected
 * too; if it is optional, the connection stays.
 *
 * @throws SIGN_IN_UNAVAILABLE if no sign-in is configured; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; the
 * errors of a host's own session store.
 *
 * @example
 * await signOut(kit);
 */
export async function signOut(kit: Latchkit, options: SignInOptions = {}): Promise<void> {
  const flow = signInFlow.get(kit);
  if (!flow) throw createError('SIGN_IN_UNAVAILABLE', { details: 'Pass siwx to createLatchkit.' });
  await flow.signOut(options.namespace);
}
