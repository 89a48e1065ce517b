const BECH32 = '[02-9ac-hj-np-z]{8,87}';
const ADDRESS = new RegExp(
  `^(?:(?:bc|tb|bcrt)1${BECH32}|(?:BC|TB|BCRT)1${BECH32.toUpperCase()}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$`,
);

/** Whether a text has the form of a Bitcoin address, on any network. Its checksum is not verified. */
export function isBitcoinAddress(text: string): boolean {
  return ADDRESS.test(text);
}
