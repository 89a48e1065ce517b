/** A service for swaps that does not answer, or not as its API says. */
export class VendorError extends Error {
  override readonly name = 'VendorError';
}
