import { getBase58Decoder } from '@solana/kit';

/** Encodes bytes as base58, which Solana uses for signatures and addresses. */
export function toBase58(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes);
}
