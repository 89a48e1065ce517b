/** Formats a JSON-RPC quantity: hex without leading zeros. */
export function toHex(value: bigint | number): `0x${string}` {
  return `0x${value.toString(16)}`;
}

/** Reads a JSON-RPC quantity. @throws TypeError it is not a quantity. */
export function readQuantity(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]+$/i.test(answer)) {
    throw new TypeError('The response is not a hex quantity.');
  }
  return BigInt(answer);
}
