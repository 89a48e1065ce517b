import { blake2b } from '@noble/hashes/blake2';
import { decodeSs58 } from 'latchkit/protocol';
import * as z from 'zod';
import type { RpcService } from '../chains/service.js';

/** Storage prefix of the map `System.Account`: the 128-bit xxHash of both names. */
const SYSTEM_ACCOUNT = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9';

/** Position of the free and the reserved balance in `AccountInfo`, after four counters; each is a u128 in little-endian. */
const FREE = 16;
const RESERVED = 32;
const U128 = 16;

const stored = z.nullable(z.string().regex(/^0x(?:[0-9a-f]{2}){48,}$/i));

/**
 * Reads what an account holds, in plancks: its free and reserved balance. Staked and locked amounts are part of the free one.
 *
 * @see https://docs.polkadot.com/polkadot-protocol/basics/accounts/
 */
export async function readPolkadotBalance(
  rpc: RpcService,
  chainId: string,
  address: string,
  gone: AbortSignal,
): Promise<bigint> {
  const key = decodeSs58(address)?.key;
  if (!key) throw new Error('The address is not SS58');
  // Blake2_128Concat: the hash of the key, then the key.
  const entry = Buffer.concat([blake2b(key, { dkLen: 16 }), key]).toString('hex');
  const answer = await rpc.call(chainId, 'state_getStorage', [`0x${SYSTEM_ACCOUNT}${entry}`], gone);
  const value = stored.parse(answer);
  // An account that holds nothing is not stored.
  if (value === null) return 0n;
  const bytes = Buffer.from(value.slice(2), 'hex');
  return amountAt(bytes, FREE) + amountAt(bytes, RESERVED);
}

function amountAt(bytes: Buffer, position: number): bigint {
  const part = bytes.subarray(position, position + U128).toReversed();
  return BigInt(`0x${Buffer.from(part).toString('hex')}`);
}
