import type { ChainNamespace } from '../../protocol/caip.js';
import type { AdapterConnection, AdapterEvent, AdapterHost, ChainAdapter } from '../adapter/ChainAdapter.js';
import type { Connector } from '../adapter/Connector.js';

/** A chain adapter whose every response the test defines, and that logs its calls. */
export interface ScriptedAdapter extends ChainAdapter {
  readonly calls: string[];
  report(event: AdapterEvent): void;
  host(): AdapterHost;
  answer: {
    connect(signal: AbortSignal): Promise<AdapterConnection>;
    reconnect(): Promise<AdapterConnection | undefined>;
    disconnect(): Promise<void>;
    switchNetwork(): Promise<void>;
    getBalance(): Promise<{ balance: string; symbol: string }>;
  };
}

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A connection of the given connector on `eip155:1` unless another chain is named. */
export function connectionOf(
  connectorId: string,
  chainId: `${string}:${string}` = 'eip155:1',
): AdapterConnection {
  return { connectorId, accounts: [ADDRESS], chainId };
}

export function connectorOf(id: string, change: Partial<Connector> = {}): Connector {
  return { id, name: id, type: 'ANNOUNCED', info: { rdns: id }, chain: 'eip155', chains: [], ...change };
}

export function scriptedAdapter(
  namespace: ChainNamespace = 'eip155',
  connectors = [connectorOf('io.one')],
): ScriptedAdapter {
  let started: AdapterHost | undefined;
  const calls: string[] = [];
  const adapter: ScriptedAdapter = {
    namespace,
    calls,
    answer: {
      connect: async () => connectionOf('io.one'),
      reconnect: async () => connectionOf('io.one'),
      disconnect: async () => undefined,
      switchNetwork: async () => undefined,
      getBalance: async () => ({ balance: '1.5', symbol: 'ETH' }),
    },
    isAddress: text => text.startsWith('0x'),
    host() {
      if (!started) throw new Error('not started');
      return started;
    },
    report: event => adapter.host().report(event),
    start(host) {
      started = host;
      calls.push('start');
      host.report({ type: 'connectors', connectors });
    },
    connect(connectorId, { signal }) {
      calls.push(`connect ${connectorId}`);
      return adapter.answer.connect(signal);
    },
    reconnect(connectorId) {
      calls.push(`reconnect ${connectorId}`);
      return adapter.answer.reconnect();
    },
    disconnect(connectorId) {
      calls.push(`disconnect ${connectorId}`);
      return adapter.answer.disconnect();
    },
    switchNetwork(_, network) {
      calls.push(`switchNetwork ${network.caipNetworkId}`);
      return adapter.answer.switchNetwork();
    },
    getBalance() {
      calls.push('getBalance');
      return adapter.answer.getBalance();
    },
    getProvider: async () => ({ scripted: true }),
    signMessage: async ({ message }) => `signed:${message}`,
    signTypedData: async ({ typedData }) => `signed:${JSON.stringify(typedData)}`,
    sendTransaction: async ({ transaction }) => `sent:${'to' in transaction ? transaction.to : ''}`,
  };
  return adapter;
}
