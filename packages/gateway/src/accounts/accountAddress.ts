import { isEvmAddress } from 'latchkit/protocol';
import * as z from 'zod';
import { fromBase58 } from './fromBase58.js';

/** Bytes of a public key. */
const KEY_LENGTH = 32;

/** Whether the text is a Solana address: base58 of 32 bytes. */
export function isSolanaAddress(text: string): boolean {
  return fromBase58(text)?.length === KEY_LENGTH;
}

/** Namespace of an address from {@link accountAddress}. */
export function addressNamespace(address: string): 'eip155' | 'solana' {
  return isEvmAddress(address) ? 'eip155' : 'solana';
}

/** Parses an account in a path: an EVM or Solana address, or a CAIP-10 id. Returns the address, on EVM with 0x. */
export const accountAddress = z
  .string()
  .max(200)
  .transform(text => text.replace(/^eip155:\d{1,32}:|^solana:[-_a-zA-Z0-9]{1,32}:/, ''))
  .refine(text => isEvmAddress(text) || isSolanaAddress(text), 'is not an address of EVM or Solana')
  .transform(text => (isEvmAddress(text) && !text.startsWith('0x') ? `0x${text}` : text));
