/**
 * The number of an EVM chain, from any of the forms in which wallets name it: hexadecimal, decimal, a number, CAIP-2, or an object with
 * `chainId`. Undefined: it is none of these, such as null, which wallets answer while they load their network.
 */
export function readEvmChainId(value: unknown): number | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return 'chainId' in value && typeof value.chainId !== 'object'
      ? readEvmChainId(value.chainId)
      : undefined;
  }
  if (typeof value === 'bigint' || typeof value === 'number') return positive(Number(value));
  const digits = typeof value === 'string' ? value.trim().replace(/^eip155:/, '') : '';
  return /^(?:0x[0-9a-f]{1,14}|\d{1,16})$/i.test(digits) ? positive(Number(digits)) : undefined;
}

function positive(number: number): number | undefined {
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
