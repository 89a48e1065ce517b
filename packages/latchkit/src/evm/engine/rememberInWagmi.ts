import type { Config } from '@wagmi/core';

/** Writes into the storage of wagmi's configuration; not worth a connection when the storage is full. */
export function rememberInWagmi(config: Config, key: string, value: unknown): void {
  const storage = config.storage as { setItem(key: string, value: unknown): unknown } | null | undefined;
  // Async, because a storage of the host's may throw at once.
  (async () => storage?.setItem(key, value))().catch(() => {});
}
