import type { SolanaDevnet } from '@latchkit/solana-devnet';
import { vi } from 'vitest';
import type { AdapterConnection, ChainAdapter, ConnectRequest } from '../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../core/adapter/Network.js';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { createAdapterHost, type RecordingHost } from '../testing/createAdapterHost.test-support.js';
import {
  createFakeSolanaWallet,
  type FakeSolanaWallet,
  type FakeSolanaWalletOptions,
} from '../testing/createFakeSolanaWallet.js';
import { solana } from './solana.js';

/** A page with a Solana wallet and a started adapter. */
export interface SolanaWorld {
  readonly page: CountingWindow;
  readonly wallet: FakeSolanaWallet;
  readonly host: RecordingHost;
  readonly adapter: ChainAdapter;
  readonly id: string;
  connect(change?: Partial<ConnectRequest>): Promise<AdapterConnection>;
  /** Features that the page used since the last call. */
  asked(): readonly string[];
}

/** A network of the host on a development runtime. */
export function devnetNetwork(
  devnet: Pick<SolanaDevnet, 'caipNetworkId' | 'url'>,
  name = 'Development Solana',
): CaipNetwork {
  return {
    id: devnet.caipNetworkId.slice('solana:'.length),
    caipNetworkId: devnet.caipNetworkId,
    chainNamespace: 'solana',
    name,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [devnet.url] } },
  };
}

/** The chains of a wallet that knows the networks by their CAIP-2 ids. */
export function chainsOf(networks: readonly CaipNetwork[]): FakeSolanaWalletOptions['chains'] {
  return Object.fromEntries(
    networks.map(network => [network.caipNetworkId, network.rpcUrls.default.http[0] ?? '']),
  );
}

export async function solanaWorld(options: {
  readonly networks: readonly CaipNetwork[];
  readonly wallet?: Partial<FakeSolanaWalletOptions>;
  /** Default true. */
  readonly announce?: boolean;
  readonly rpcUrl?: (network: CaipNetwork) => string | undefined;
}): Promise<SolanaWorld> {
  const page = new CountingWindow();
  vi.stubGlobal('window', page);
  const wallet = createFakeSolanaWallet({ chains: chainsOf(options.networks), ...options.wallet });
  const host = createAdapterHost(() => options.networks, options.rpcUrl);
  // Wallets are injected before a page's scripts run.
  if (options.announce !== false) wallet.announce();
  const adapter = solana();
  adapter.start(host);
  await host.listed();
  let heard = 0;
  return {
    page,
    wallet,
    host,
    adapter,
    id: wallet.wallet.name,
    connect: change =>
      adapter.connect(wallet.wallet.name, { signal: new AbortController().signal, ...change }),
    asked() {
      const methods = wallet.calls.slice(heard).map(call => call.method);
      heard = wallet.calls.length;
      return methods;
    },
  };
}
