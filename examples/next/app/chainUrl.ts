/** Where the development chain is: `?chain=` of the address, else anvil's usual place. */
export function chainUrl(): string {
  const search = typeof location === 'undefined' ? '' : location.search;
  return new URLSearchParams(search).get('chain') ?? 'http://localhost:8545';
}
