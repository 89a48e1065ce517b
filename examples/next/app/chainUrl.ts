/** Returns the URL of the development chain: `?chain=` in the address, or else anvil's default. */
export function chainUrl(): string {
  const search = typeof location === 'undefined' ? '' : location.search;
  return new URLSearchParams(search).get('chain') ?? 'http://localhost:8545';
}
