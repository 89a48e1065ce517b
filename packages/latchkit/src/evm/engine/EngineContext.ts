import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { EvmOptions } from '../EvmOptions.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import type { Connectors } from './createConnectors.js';
import type { Hold } from './holdReconnecting.js';
import type { ConnectionWatch } from './watchConnections.js';

/** What the parts of the engine share. */
export interface EngineContext {
  readonly host: AdapterHost;
  readonly discovery: Discovery;
  readonly options: EvmOptions;
  readonly config: WagmiConfig;
  readonly connectors: Connectors;
  readonly watch: ConnectionWatch;
  /** What has the hooks of the host's own wagmi say 'reconnecting', where a stored connection is restored. */
  readonly hold: Hold | undefined;
  /** The signal of the newest attempt to connect a connector of the host's. */
  readonly attempts: WeakMap<WagmiConnector, AbortSignal>;
}
