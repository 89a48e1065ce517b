import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { WalletSessions } from './createSessions.js';

/** Shared state of the engine. */
export interface EngineContext {
  readonly host: AdapterHost;
  readonly discovery: Discovery;
  readonly sessions: WalletSessions;
}
