import type { Address } from 'viem';
import { checksumAddress } from '../../protocol/checksumAddress.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';

/**
 * Checksummed addresses (EIP-55) of a wallet's list, without what is none; undefined if it is not a list. Some apps write the list
 * as a text.
 */
export function readAddresses(answer: unknown): readonly Address[] | undefined {
  const list: unknown = typeof answer === 'string' ? answer.split(/[[\]"]|, ?/) : answer;
  if (!Array.isArray(list)) return undefined;
  const addresses = list.filter(one => typeof one === 'string' && one.startsWith('0x') && isEvmAddress(one));
  return [...new Set(addresses.map(one => checksumAddress(one)))] as readonly Address[];
}
