import { catalogueError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import { type SignInOptions, signInFlow } from './signIn.js';

/**
 * Ends the session of a namespace's account (default: the active namespace). If sign-in is required, the wallet is disconnected
 * too; if it is optional, the connection stays.
 *
 * @throws SIGN_IN_UNAVAILABLE if no sign-in is configured; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; the
 * errors of a host's own session store.
 */
export async function signOut(kit: Latchkit, options: SignInOptions = {}): Promise<void> {
  const flow = signInFlow.get(kit);
  if (!flow) throw catalogueError('SIGN_IN_UNAVAILABLE', { details: 'Pass siwx to createLatchkit.' });
  await flow.signOut(options.namespace);
}
