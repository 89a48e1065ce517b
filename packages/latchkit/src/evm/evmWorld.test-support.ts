import { vi } from 'vitest';
import type { AdapterConnection, ChainAdapter } from '../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../core/adapter/Network.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { createAdapterHost, type RecordingHost } from '../testing/createAdapterHost.test-support.js';
import { createFakeWallet, type FakeWallet, type FakeWalletOptions } from '../testing/createFakeWallet.js';
import type { EvmOptions } from './EvmOptions.js';
import { evm } from './evm.js';

/** A page with a wallet and a started adapter. */
export interface EvmWorld {
  readonly page: CountingWindow;
  readonly wallet: FakeWallet;
  readonly host: RecordingHost;
  readonly adapter: ChainAdapter;
  readonly id: string;
  connect(signal?: AbortSignal): Promise<AdapterConnection>;
  /** Methods that the wallet received since the last call. */
  asked(): readonly string[];
}

export interface EvmWorldOptions {
  readonly networks: readonly CaipNetwork[];
  readonly wallet?: Partial<FakeWalletOptions>;
  /** A function is called after the wallet was injected. */
  readonly evm?: EvmOptions | (() => EvmOptions);
  /** Default true. */
  readonly announce?: boolean;
  readonly rpcUrl?: (network: CaipNetwork) => string | undefined;
  readonly page?: CountingWindow;
}

/** Creates a page with a wallet that knows the chains of these networks, and a started adapter. */
export async function evmWorld(options: EvmWorldOptions): Promise<EvmWorld> {
  const page = options.page ?? new CountingWindow();
  vi.stubGlobal('window', page);
  const chains = Object.fromEntries(
    options.networks.map(network => [Number(network.id), network.rpcUrls.default.http[0] ?? '']),
  );
  const wallet = createFakeWallet({ chains, ...options.wallet });
  const host = createAdapterHost(() => options.networks, options.rpcUrl);
  // Wallets are injected before a page's scripts run.
  if (options.announce !== false) wallet.announce();
  const adapter = evm(typeof options.evm === 'function' ? options.evm() : options.evm);
  adapter.start(host);
  await host.listed();
  let heard = 0;
  return {
    page,
    wallet,
    host,
    adapter,
    id: wallet.info.rdns,
    connect: (signal = new AbortController().signal) => adapter.connect(wallet.info.rdns, { signal }),
    asked() {
      const methods = wallet.calls.slice(heard).map(call => call.method);
      heard = wallet.calls.length;
      return methods;
    },
  };
}
