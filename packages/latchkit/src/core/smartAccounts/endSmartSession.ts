import { revokeSignInCall, type revokeSignInRequest } from '../../protocol/calls/project/sessions.js';
import { revokeSessionMessage } from '../../protocol/gateway/sessions.js';
import { askGateway } from '../kernel/askGateway.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * Ends a session of an account at the gateway.
 *
 * @param sign - Signs a text with the account.
 */
export async function endSmartSession(
  { options, kernel }: Latchkit,
  id: string,
  pci: string,
  sign: (message: string) => Promise<string>,
): Promise<void> {
  const { gateway, projectId } = options;
  const body = { pci, signature: await sign(revokeSessionMessage(id, pci)) };
  const access = { gateway, projectId, signal: kernel.signal };
  await askGateway<typeof revokeSignInRequest>(access, revokeSignInCall, { params: { id }, body });
}
