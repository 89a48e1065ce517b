import type { WagmiConfig } from '../WagmiConfig.js';

/** Writes to the storage of wagmi's configuration. A full storage must not fail the connection. */
export function rememberInWagmi(config: WagmiConfig, key: string, value: unknown): void {
  // Async, because a host's storage may throw synchronously.
  (async () => config.storage?.setItem(key, value))().catch(() => {});
}
