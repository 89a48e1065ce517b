import { type Hex, hexToBigInt, size, slice } from 'viem';
import type { EvmCall } from './reviewCall.js';

/** Packed length of each call's operation, address, value and data length. */
const HEAD = 1 + 20 + 32 + 32;

/** Decodes the calls of a packed Safe MultiSend batch; undefined for invalid bytes. */
export function readMultiSend(
  packed: Hex,
): { readonly calls: readonly EvmCall[]; readonly delegates: boolean } | undefined {
  const calls: EvmCall[] = [];
  let delegates = false;
  let at = 0;
  while (at < size(packed)) {
    if (size(packed) < at + HEAD) return undefined;
    const length = hexToBigInt(slice(packed, at + 53, at + HEAD));
    if (length > BigInt(size(packed) - at - HEAD)) return undefined;
    const end = at + HEAD + Number(length);
    delegates ||= slice(packed, at, at + 1) !== '0x00';
    calls.push({
      to: slice(packed, at + 1, at + 21),
      value: hexToBigInt(slice(packed, at + 21, at + 53)),
      data: length === 0n ? '0x' : slice(packed, at + HEAD, end),
    });
    at = end;
  }
  return calls.length === 0 ? undefined : { calls, delegates };
}
