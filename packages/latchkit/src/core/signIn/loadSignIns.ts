import {
  listSignInsCall,
  type listSignInsRequest,
  revokeSignInCall,
  type revokeSignInRequest,
} from '../../protocol/calls/project/signIns.js';
import { revokeSignInMessage } from '../../protocol/gateway/orderTexts.js';
import type { AccountSignIn } from '../../protocol/gateway/signIns.js';
import { askGateway } from '../kernel/askGateway.js';
import { gatewayOrigin } from '../kernel/gatewayUrl.js';
import type { Latchkit } from '../Latchkit.js';

/** Fetches the sign-ins of an account from the gateway. @param token - Token of one of them, if there is one. */
export async function loadSignIns(
  { options, kernel }: Latchkit,
  id: string,
  token: string | undefined,
): Promise<readonly AccountSignIn[]> {
  const { gateway, projectId } = options;
  const access = { gateway, projectId, signal: kernel.signal };
  const input = { params: { id }, ...(token === undefined ? {} : { token }) };
  return (await askGateway<typeof listSignInsRequest>(access, listSignInsCall, input)).data;
}

/**
 * Ends a sign-in of an account at the gateway.
 *
 * @param sign - Signs a text with the account.
 */
export async function endSignIn(
  kit: Latchkit,
  id: string,
  pci: string,
  sign: (message: string) => Promise<string>,
): Promise<void> {
  const { options, kernel } = kit;
  const { gateway, projectId } = options;
  const body = { pci, signature: await sign(revokeSignInMessage(id, pci, gatewayOrigin(kit))) };
  const access = { gateway, projectId, signal: kernel.signal };
  await askGateway<typeof revokeSignInRequest>(access, revokeSignInCall, { params: { id }, body });
}
