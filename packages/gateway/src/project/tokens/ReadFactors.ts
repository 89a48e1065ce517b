/** By which the amounts of tokens are multiplied when they are shown (ERC-8056), in the order of the addresses. Undefined: by none. */
export type ReadFactors = (
  chainId: string,
  addresses: readonly string[],
  gone: AbortSignal,
) => Promise<readonly (string | undefined)[]>;
