import type { AdapterEvent, AdapterHost } from '../core/adapter/ChainAdapter.js';
import type { Connector } from '../core/adapter/Connector.js';
import type { CaipNetwork } from '../core/adapter/Network.js';
import type { Anvil } from './startAnvil.test-support.js';

/** A host for an adapter under test that records what the adapter reports. */
export interface RecordingHost extends AdapterHost {
  readonly events: readonly AdapterEvent[];
  /** The last reported list of connectors. */
  connectors(): readonly Connector[];
  /** Resolves at the first report of wallets: the discovery code loads late. */
  listed(): Promise<void>;
  /** Everything reported except lists of connectors. */
  reported(): readonly AdapterEvent[];
  destroy(): void;
}

export function createAdapterHost(
  networks: () => readonly CaipNetwork[],
  rpcUrl: (network: CaipNetwork) => string | undefined = network => network.rpcUrls.default.http[0],
): RecordingHost {
  const controller = new AbortController();
  const events: AdapterEvent[] = [];
  let list: () => void = () => {};
  const listed = new Promise<void>(resolve => {
    list = resolve;
  });
  return {
    networks,
    rpcUrl,
    metadata: { name: 'Test host', icons: ['https://host.example/icon.png'] },
    signal: controller.signal,
    report: event => {
      events.push(event);
      if (event.type === 'connectors') list();
    },
    listed: () => listed,
    events,
    connectors: () => events.findLast(event => event.type === 'connectors')?.connectors ?? [],
    reported: () => events.filter(event => event.type !== 'connectors'),
    destroy: () => controller.abort(),
  };
}

/** A network of the host on a real development chain. */
export function anvilNetwork(
  anvil: Pick<Anvil, 'chainId' | 'url'>,
  name = `Chain ${anvil.chainId}`,
): CaipNetwork {
  return {
    id: anvil.chainId,
    caipNetworkId: `eip155:${anvil.chainId}`,
    chainNamespace: 'eip155',
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  };
}
