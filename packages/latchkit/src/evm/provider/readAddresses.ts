import type { Address } from 'viem';
import { checksumAddress } from '../../protocol/checksumAddress.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';

/** Checksummed addresses (EIP-55) of a wallet's list, without what is none; undefined if it is not a list. */
export function readAddresses(answer: unknown): readonly Address[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  const addresses = answer.filter(
    one => typeof one === 'string' && one.startsWith('0x') && isEvmAddress(one),
  );
  return [...new Set(addresses.map(one => checksumAddress(one)))] as readonly Address[];
}
