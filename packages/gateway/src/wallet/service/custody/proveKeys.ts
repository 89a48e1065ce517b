import { type WalletAddresses, walletProofText } from 'latchkit/protocol';
import { isAddressEqual, isHex, verifyMessage } from 'viem';
import { verifySolanaSignature } from '../../../platform/verifySolanaSignature.js';

/** Signatures of {@link walletProofText}. */
export interface KeyProofs {
  readonly evm: string;
  readonly owner: string;
  readonly solana: string;
}

/** Verifies that all keys of a wallet signed for it and for the installation that submits it. */
export async function proveKeys(
  walletId: string,
  jkt: string,
  { evm, owner, solana }: WalletAddresses,
  proofs: KeyProofs,
): Promise<boolean> {
  const text = walletProofText(walletId, jkt);
  if (isAddressEqual(evm as `0x${string}`, owner as `0x${string}`)) return false;
  if (!(await isSigned(evm, text, proofs.evm)) || !(await isSigned(owner, text, proofs.owner))) return false;
  return verifySolanaSignature(solana, text, proofs.solana);
}

/** Verifies an EIP-191 signature of an externally owned account. */
async function isSigned(address: string, message: string, signature: string): Promise<boolean> {
  if (!isHex(signature)) return false;
  try {
    return await verifyMessage({ address: address as `0x${string}`, message, signature });
  } catch {
    return false;
  }
}
