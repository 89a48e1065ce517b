/**
 * First 4 and last 6 characters of an address: `0x7F…203C1e`. Shorter text is returned unchanged.
 *
 * @example
 * shortenAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'); // '0x70…dc79C8'
 */
export function shortenAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 4)}…${address.slice(-6)}`;
}
