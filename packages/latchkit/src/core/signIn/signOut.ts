import { catalogueError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import { type SignInOptions, signInFlow } from './signIn.js';

/**
 * Ends the session of the account of a namespace, default the active one. Where sign-in is required the wallet is
 * disconnected too; where it is optional the connection stays.
 *
 * @throws SIGN_IN_UNAVAILABLE no sign-in is configured; CAIP_NETWORK_OR_ADDRESS_UNDEFINED nothing is connected; whatever a
 * host's own session store throws.
 */
export async function signOut(kit: Latchkit, options: SignInOptions = {}): Promise<void> {
  const flow = signInFlow.get(kit);
  if (!flow) throw catalogueError('SIGN_IN_UNAVAILABLE', { details: 'Pass siwx to createLatchkit.' });
  await flow.signOut(options.namespace);
}
