import { getBase58Decoder } from '@solana/kit';

/** Bytes as base58 text, the form of Solana's signatures and addresses. */
export function toBase58(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes);
}
