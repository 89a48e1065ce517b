/** Formats a JSON-RPC quantity: hex without leading zeros. */
export function toHex(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`;
}
