/** URL of the development chain: `?chain=` in the address, or else anvil's default. */
export const chainUrl = new URLSearchParams(location.search).get('chain') ?? 'http://localhost:8545';
