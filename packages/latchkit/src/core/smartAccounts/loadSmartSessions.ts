import {
  listSignInsCall,
  type listSignInsRequest,
  revokeSignInCall,
  type revokeSignInRequest,
} from '../../protocol/calls/project/sessions.js';
import { type AccountSession, revokeSessionMessage } from '../../protocol/gateway/sessions.js';
import { askGateway } from '../kernel/askGateway.js';
import type { Latchkit } from '../Latchkit.js';

/** Fetches the sessions of an account from the gateway. @param token - Token of one of the sessions, if there is one. */
export async function loadSmartSessions(
  { options, kernel }: Latchkit,
  id: string,
  token: string | undefined,
): Promise<readonly AccountSession[]> {
  const { gateway, projectId } = options;
  const access = { gateway, projectId, signal: kernel.signal };
  const input = { params: { id }, ...(token === undefined ? {} : { token }) };
  return (await askGateway<typeof listSignInsRequest>(access, listSignInsCall, input)).data;
}

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
