/** A source of fiat prices. */
export interface PriceSource {
  /**
   * Prices of one whole unit of each asset.
   *
   * @param assets - CAIP-10 ids of token contracts, or CAIP-2 ids for the native currency of a chain.
   * @param currency - ISO 4217 in lower case, for example `usd`.
   * @returns the known prices, by the requested id.
   * @throws when the source is unreachable.
   */
  prices(
    assets: readonly string[],
    currency: string,
    stopped: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
}
