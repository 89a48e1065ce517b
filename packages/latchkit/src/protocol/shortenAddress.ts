/** First 4 and last 6 characters of an address: `0x7F…203C1e`. Shorter text is returned unchanged. */
export function shortenAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 4)}…${address.slice(-6)}`;
}
