/** Where prices come from. Without one there are none: the gateway invents no figure. */
export interface PriceSource {
  /**
   * Prices of one whole unit.
   *
   * @param assets - CAIP-10 ids of token contracts, or CAIP-2 ids for the currency of a chain.
   * @param currency - ISO 4217 in small letters, for example `usd`.
   * @returns the prices that are known, by the id that was asked for.
   * @throws when the source does not answer.
   */
  prices(
    assets: readonly string[],
    currency: string,
    stopped: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
}
