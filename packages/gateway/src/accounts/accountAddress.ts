import { isEvmAddress } from 'latchkit/protocol';
import * as z from 'zod';
import { fromBase58 } from './fromBase58.js';

/** Bytes of a public key. */
const KEY_LENGTH = 32;

/** Whether the text is an address of Solana: base58 of 32 bytes. */
export function isSolanaAddress(text: string): boolean {
  return fromBase58(text)?.length === KEY_LENGTH;
}

/** Which kind of chain an address that was read with {@link accountAddress} is of. */
export function addressNamespace(address: string): 'eip155' | 'solana' {
  return isEvmAddress(address) ? 'eip155' : 'solana';
}

/** An account in a path: a bare address of EVM or Solana, or a CAIP-10 id. Gives the address, on EVM with 0x. */
export const accountAddress = z
  .string()
  .max(200)
  .transform(text => text.replace(/^eip155:\d{1,32}:|^solana:[-_a-zA-Z0-9]{1,32}:/, ''))
  .refine(text => isEvmAddress(text) || isSolanaAddress(text), 'is not an address of EVM or Solana')
  .transform(text => (isEvmAddress(text) && !text.startsWith('0x') ? `0x${text}` : text));
