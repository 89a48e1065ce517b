import {
  NETWORK_RULES,
  type NetworkStandIn,
  networkAdmission,
} from '../../src/project/relay/networkStandIn.js';
import { startRelay, type TestRelay, type TestRelayOptions } from './startRelay.js';

export type NetworkRelayOptions = Omit<TestRelayOptions, 'projects' | 'addresses'> &
  Omit<NetworkStandIn, 'addresses' | 'now'>;

/** Starts the stand-in of the WalletConnect network's relay, which has its own project ids. */
export async function startNetworkRelay({
  projectIds,
  origins = [],
  ...options
}: NetworkRelayOptions): Promise<TestRelay> {
  const { now = Date.now } = options;
  const admit = networkAdmission({ projectIds, origins, addresses: [], now });
  const relay = await startRelay({ staleAfter: NETWORK_RULES.staleAfter, ...options, admit });
  return { ...relay, url: `ws://127.0.0.1:${relay.port}` };
}
