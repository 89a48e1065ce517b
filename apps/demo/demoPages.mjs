/** What `npm start` and `npm run dev` share: the pages by path and the addresses of the other services. */

/** Pages by path. WalletConnect links to a wallet at `/wallet` open `/wallet/wc?uri=…`. */
export const PAGES = { '/': 'index.html', '/wallet': 'wallet.html', '/wallet/wc': 'wallet.html' };

/** Reads a port from the environment. Ends the process if it is invalid. */
export function portOf(name, fallback) {
  const value = Number(process.env[name] ?? fallback);
  if (Number.isInteger(value) && value >= 0 && value < 65536) return value;
  console.error(`${name} must be a port number, not '${process.env[name]}'.`);
  process.exit(1);
}

/** A service's address: a full URL, or a port on this machine. */
const address = (name, fallback) =>
  process.env[`LATCHKIT_${name}_URL`] ?? `http://localhost:${portOf(`LATCHKIT_${name}_PORT`, fallback)}`;

/** The addresses of the gateway, the wallet, the chains, and the relay that stands in for the WalletConnect network's. */
export const serviceAddresses = () => ({
  gateway: address('GATEWAY', 4000),
  wallet: address('FRAME', 4001),
  chainA: address('CHAIN_A', 8545),
  chainB: address('CHAIN_B', 8546),
  solana: address('SOLANA', 8899),
  bitcoin: address('BITCOIN', 3002),
  network: address('NETWORK_RELAY', 4007).replace(/^http/, 'ws'),
});

/** Inserts the addresses into the page's `demo-addresses` meta tag. */
export function withAddresses(html, addresses) {
  const json = JSON.stringify(addresses).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace('name="demo-addresses" content=""', `name="demo-addresses" content="${json}"`);
}
