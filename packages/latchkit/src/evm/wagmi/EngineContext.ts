import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { EvmOptions } from '../EvmOptions.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import type { Connectors } from './createConnectors.js';
import type { Hold } from './holdReconnecting.js';
import type { ConnectionWatch } from './watchConnections.js';

/** Shared state of the engine. */
export interface EngineContext {
  readonly host: AdapterHost;
  readonly discovery: Discovery;
  readonly options: EvmOptions;
  readonly config: WagmiConfig;
  readonly connectors: Connectors;
  readonly watch: ConnectionWatch;
  /** Shows 'reconnecting' in the host's wagmi hooks while a stored connection is restored. */
  readonly hold: Hold | undefined;
  /** The signal of the latest attempt to connect each of the host's connectors. */
  readonly attempts: WeakMap<WagmiConnector, AbortSignal>;
}
