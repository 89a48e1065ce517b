import { blake2b } from '@noble/hashes/blake2';
import { base58 } from '@scure/base';
import type { ChainId } from './caip.js';

/** The networks' SS58 prefixes, by CAIP-2 id. Others use 42, the prefix of no network. */
const PREFIXES: Readonly<Record<ChainId, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 42,
};

const GENERIC = 42;

/** Length in bytes of an account's key, or of its hash for ECDSA. */
const KEY = 32;

/** Bytes of the checksum. */
const CHECKSUM = 2;

/** Returns the SS58 prefix of a network's addresses. */
export function ss58PrefixOf(chainId: ChainId): number {
  return PREFIXES[chainId] ?? GENERIC;
}

/**
 * Decodes an SS58 address of a 32-byte key; undefined if it is not one or its checksum is wrong.
 *
 * @see https://docs.polkadot.com/polkadot-protocol/basics/accounts/
 */
export function decodeSs58(text: string): { readonly prefix: number; readonly key: Uint8Array } | undefined {
  if (text.length > 60) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(text);
  } catch {
    return undefined;
  }
  const [first = 0, second = 0] = bytes;
  const length = first < 64 ? 1 : 2;
  if (first > 127 || bytes.length !== length + KEY + CHECKSUM) return undefined;
  const body = bytes.subarray(0, length + KEY);
  if (checksum(body).some((byte, index) => byte !== bytes[body.length + index])) return undefined;
  const prefix = length === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8);
  return { prefix, key: body.slice(length) };
}

/** Encodes a 32-byte key as an SS58 address. */
export function encodeSs58(key: Uint8Array, prefix: number): string {
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 0x03) << 6)];
  const body = Uint8Array.of(...head, ...key);
  return base58.encode(Uint8Array.of(...body, ...checksum(body)));
}

/** Returns an address with the prefix of a network, the form in which addresses are shown and compared. Undefined if it is invalid. */
export function ss58Address(text: string, chainId: ChainId): string | undefined {
  const decoded = decodeSs58(text);
  return decoded && encodeSs58(decoded.key, ss58PrefixOf(chainId));
}

function checksum(body: Uint8Array): Uint8Array {
  return blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body), { dkLen: 64 }).subarray(
    0,
    CHECKSUM,
  );
}
