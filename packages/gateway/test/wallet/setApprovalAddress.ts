import { EMAIL_CONSENT_TYPE, sendToApprovalAddressCall, verifyApprovalAddressCall } from 'latchkit/protocol';
import type { SignedIn, WalletFrame } from './walletFrame.js';

/** Sets the approval address of the wallet that a sign-in opened. */
export async function setApprovalAddress(
  frame: WalletFrame,
  { approvalGrant = '', authReceipt }: SignedIn,
  email: string,
): Promise<void> {
  const claims = JSON.parse(Buffer.from(approvalGrant.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const { txn } = claims as { readonly txn: string };
  const consent = await frame.sign(EMAIL_CONSENT_TYPE, {
    ...{ txn, from: null, to: email, hostOrigin: frame.page.origin },
  });
  const body = { approvalGrant, authReceipt, consent, email };
  await frame.ask('vault', sendToApprovalAddressCall, { body });
  await frame.ask('vault', verifyApprovalAddressCall, { body: { txn, otp: frame.code(email) } });
}
