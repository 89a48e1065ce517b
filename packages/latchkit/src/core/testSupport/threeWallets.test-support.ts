import { mainnet, optimism, solana } from '../../networks/networks.js';
import type { AdapterConnection } from '../adapter/ChainAdapter.js';
import { connect } from '../connection/connect.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { connectorOf, type ScriptedAdapter, scriptedAdapter } from './scriptedAdapter.test-support.js';
import { settle, startedKit } from './startedKit.test-support.js';

/** Two EVM wallets, the second with two accounts and on another chain, and a Solana wallet. */
const WALLETS: Readonly<Record<string, AdapterConnection>> = {
  'io.one': { connectorId: 'io.one', accounts: ['0x1'], chainId: 'eip155:1' },
  'io.two': { connectorId: 'io.two', accounts: ['0x2', '0x22'], chainId: 'eip155:10' },
  'sol.one': { connectorId: 'sol.one', accounts: ['Sol1'], chainId: solana.caipNetworkId },
};
/** Their ids. */
export const IDS = Object.keys(WALLETS);
export const namespaceOf = (id: string) =>
  (id.startsWith('sol') ? 'solana' : 'eip155') as 'solana' | 'eip155';

function answering(adapter: ScriptedAdapter, gone: readonly string[] = []): ScriptedAdapter {
  adapter.connect = async (id, { role }) => {
    adapter.calls.push(`connect ${id} ${role}`);
    return WALLETS[id] as AdapterConnection;
  };
  adapter.reconnect = async (id, { role }) => {
    adapter.calls.push(`reconnect ${id} ${role}`);
    return gone.includes(id) ? undefined : WALLETS[id];
  };
  adapter.activate = async ({ connectorId, address }) => {
    adapter.calls.push(`activate ${connectorId} ${address}`);
  };
  return adapter;
}

/** A started instance with these wallets, `multiWallet` on. `gone`: wallets that do not respond after a reload. */
export function world(
  options: Partial<LatchkitOptions> = {},
  gone: readonly string[] = [],
  prepare: (evm: ScriptedAdapter) => void = () => undefined,
) {
  const evm = answering(scriptedAdapter('eip155', [connectorOf('io.one'), connectorOf('io.two')]), gone);
  const svm = answering(scriptedAdapter('solana', [connectorOf('sol.one', { chain: 'solana' })]), gone);
  prepare(evm);
  const storage = options.storage ?? memoryStorage();
  const { kit, events } = startedKit({
    networks: [mainnet, optimism, solana],
    adapters: [evm, svm],
    features: { multiWallet: true },
    ...options,
    storage,
  });
  const held = () => kit.store.getState().connections.map(one => one.connectorId);
  const lead = (namespace: 'eip155' | 'solana' = 'eip155') =>
    kit.store.getState().namespaces[namespace]?.account.address;
  return { kit, evm, svm, storage, events, held, lead };
}

/** Connects these wallets, in this order. */
export async function connectAll(made: ReturnType<typeof world>, order: readonly string[] = IDS) {
  for (const connectorId of order) await connect(made.kit, { connectorId });
  await settle();
  return made;
}
