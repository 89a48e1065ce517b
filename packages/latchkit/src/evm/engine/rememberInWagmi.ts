import type { WagmiConfig } from '../WagmiConfig.js';

/** Writes into the storage of wagmi's configuration; not worth a connection when the storage is full. */
export function rememberInWagmi(config: WagmiConfig, key: string, value: unknown): void {
  // Async, because a storage of the host's may throw at once.
  (async () => config.storage?.setItem(key, value))().catch(() => {});
}
