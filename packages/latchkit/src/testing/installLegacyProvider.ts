import type { FakeProvider } from './FakeProvider.js';

/**
 * Injects a provider as wallets did before EIP-6963: at `window.ethereum`, with flags such as `isMetaMask`. It emits
 * `ethereum#initialized`, as in-app wallet browsers do when they inject late.
 *
 * @returns a function that removes it.
 */
export function installLegacyProvider(
  provider: FakeProvider,
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
