import type { Eip1193Provider } from './Eip1193Provider.js';

/**
 * Puts a provider where wallets put it before EIP-6963: `window.ethereum`, with flags such as `isMetaMask`, and tells
 * the page with `ethereum#initialized`, as a wallet's in-app browser does that injects late.
 *
 * @returns the function that takes it away again.
 */
export function installLegacyProvider(
  provider: Eip1193Provider,
  flags: Readonly<Record<`is${string}`, boolean>> = {},
): () => void {
  const holder = window as { ethereum?: unknown };
  const before = holder.ethereum;
  Object.assign(provider, flags);
  holder.ethereum = provider;
  window.dispatchEvent(new Event('ethereum#initialized'));
  return () => {
    if (holder.ethereum !== provider) return;
    if (before === undefined) delete holder.ethereum;
    else holder.ethereum = before;
  };
}
