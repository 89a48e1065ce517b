/** Bech32 in either case, as in QR codes; base58. */
const ADDRESS =
  /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/;

/** Whether a text has the form of a Bitcoin address, on any network. Its checksum is not verified. */
export function isBitcoinAddress(text: string): boolean {
  return ADDRESS.test(text);
}
