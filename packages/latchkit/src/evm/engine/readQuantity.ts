/** Reads a JSON-RPC quantity out of an answer. @throws TypeError when it is none. */
export function readQuantity(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]+$/i.test(answer)) {
    throw new TypeError('The answer is not a hex quantity.');
  }
  return BigInt(answer);
}
