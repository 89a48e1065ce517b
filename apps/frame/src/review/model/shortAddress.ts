/** Shortens an address to both ends, enough to distinguish it from others beside it. */
export function shortAddress(address: string): string {
  return `${address.slice(0, address.startsWith('0x') ? 6 : 4)}…${address.slice(-6)}`;
}
