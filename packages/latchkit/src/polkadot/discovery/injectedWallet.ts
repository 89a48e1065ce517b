import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { InjectedExtension } from '../account/InjectedExtension.js';
import type { PolkadotWallet } from '../account/PolkadotWallet.js';
import { readAccounts } from '../account/readAccounts.js';
import { rememberedPages } from './rememberedPages.js';

/** An extension before the page may use it. */
export interface InjectedEntry {
  enable(origin: string): Promise<InjectedExtension>;
}

/** A wallet that injects itself into `window.injectedWeb3`. */
export function injectedWallet(id: string, entry: InjectedEntry, host: AdapterHost): PolkadotWallet {
  let enabled: InjectedExtension | undefined;
  return {
    provider: entry,
    async accounts({ silent }) {
      if (silent && !rememberedPages.has(id)) return [];
      enabled = await entry.enable(host.metadata.name);
      const accounts = readAccounts(await enabled.accounts.get(), host.networks());
      if (accounts.length > 0) rememberedPages.add(id);
      return accounts;
    },
    async disconnect() {
      rememberedPages.remove(id);
      enabled = undefined;
    },
    follow(listener) {
      let first = true;
      const told = (accounts: unknown) => {
        // Extensions call back at once with the accounts that are known already.
        if (!first) listener(readAccounts(accounts, host.networks()));
      };
      let stop: unknown;
      try {
        stop = enabled?.accounts.subscribe(told);
      } catch {
        // Some extensions cannot be followed: the connection does not depend on it.
      }
      first = false;
      return () => {
        if (typeof stop === 'function') stop();
      };
    },
    extension() {
      if (enabled) return enabled;
      throw new Error('The extension is not enabled.');
    },
  };
}
