/** The price fell below the minimum between a quote and its transaction. */
export class PriceChanged extends Error {
  override readonly name = 'PriceChanged';
}
