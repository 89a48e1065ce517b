/** Where the development chain is: `?chain=` of the address, else anvil's usual place. */
export const chainUrl = new URLSearchParams(location.search).get('chain') ?? 'http://localhost:8545';
