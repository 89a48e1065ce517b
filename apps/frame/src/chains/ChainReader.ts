/** Reads a chain and sends transactions through the wallet service. */
export interface ChainReader {
  /**
   * @param chainId - CAIP-2 id.
   * @returns the result of the JSON-RPC response, not validated.
   * @throws frameError INTERNAL the chain can't be reached or responded with an error, which is the `cause`; TIMEOUT; ABORTED.
   */
  request(
    chainId: string,
    method: string,
    params: readonly unknown[] | Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<unknown>;
}
