import { authorizeInstallationCall, verifyVouchedSignInCall } from 'latchkit/protocol';
import type { WalletFrame } from './walletFrame.js';

/**
 * Adds an installation with the help of one that holds a share set, as the wallet window does: it vouches, and passes the wallet
 * key on.
 *
 * @returns the access token of the new one.
 */
export async function vouchFor(by: WalletFrame, access: string, added: WalletFrame): Promise<string> {
  const { jkt, encJwk, page } = added;
  const body = { jkt, encJwk, projectId: page.project, hostOrigin: page.origin };
  const { txn } = await by.ask('frame', authorizeInstallationCall, { body, access });
  const { session } = await added.ask('frame', verifyVouchedSignInCall, { body: { txn } });
  await added.enrol(session.access, await by.walletKey(access));
  return session.access;
}
