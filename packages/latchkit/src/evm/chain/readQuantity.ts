/** Reads a JSON-RPC quantity. @throws TypeError it is not a quantity. */
export function readQuantity(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]+$/i.test(answer)) {
    throw new TypeError('The response is not a hex quantity.');
  }
  return BigInt(answer);
}
