import type { AccountId } from '../chains/accountId.js';
import type { VerifySignature } from './verifySignature.js';

/** A signed text that ends something at this gateway. */
export interface SignedRevocation {
  readonly account: AccountId;
  /** The text for a gateway. Without one: the text of before version 0.2. */
  readonly textFor: (gateway?: string) => string;
  readonly signature: string;
  /** Origin of this gateway. */
  readonly gateway: string;
}

/**
 * Whether the account signed a revocation for this gateway. One that names no gateway is accepted until version 0.3, because pages
 * with an older package send it.
 */
export async function verifyRevocation(
  verifySignature: VerifySignature,
  { account, textFor, signature, gateway }: SignedRevocation,
  gone: AbortSignal,
): Promise<boolean> {
  const isOf = (text: string) => verifySignature(account, text, signature, gone);
  return (await isOf(textFor(gateway))) || isOf(textFor());
}
