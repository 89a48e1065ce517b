/** Reads of a chain over the wallet's own service, and transactions that are sent through it. */
export interface ChainReader {
  /**
   * @param chainId - CAIP-2 id.
   * @returns the result of the JSON-RPC answer, unchecked.
   * @throws frameError INTERNAL the chain cannot be asked or answered with an error, which is the `cause`; TIMEOUT; ABORTED.
   */
  request(
    chainId: string,
    method: string,
    params: readonly unknown[] | Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<unknown>;
}
