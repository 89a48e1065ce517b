import type { AdapterConnection, AdapterEvent, AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import type { WagmiConfig, WagmiState } from '../WagmiConfig.js';
import type { Connectors } from './createConnectors.js';

/** Reports changes of wagmi's connections that core did not request. */
export interface ConnectionWatch {
  /** Runs a change that core requested, without reporting it. */
  silently(change: () => void): void;
  /** Suppresses reports about this connector while `work` runs: core requested it and waits for the result. */
  asked<T>(connector: WagmiConnector, work: () => Promise<T>): Promise<T>;
  /** Reports the current connection again, in a later task: while core restores a connection it ignores all others. */
  tellAgain(): void;
}

interface Known {
  readonly connector: WagmiConnector;
  readonly accounts: readonly string[];
  readonly chainId: number;
}

type ChangeType = 'connected' | 'changed' | 'disconnected';

interface Change {
  readonly type: ChangeType;
  readonly one: Known;
  /** Whether it is connected in addition to the current one. */
  readonly further?: boolean;
}

interface Snapshot {
  readonly connections: ReadonlyMap<string, Known>;
  readonly current: string | null;
}

export function watchConnections(
  config: WagmiConfig,
  host: AdapterHost,
  connectors: Connectors,
): ConnectionWatch {
  const pending = new Set<string>();
  let muted = false;
  let known: Snapshot = { connections: new Map(), current: null };
  // Looking up a connector's id may be asynchronous; the chain keeps reports in order.
  let reports: Promise<void> = Promise.resolve();

  const tell = (change: Change) => {
    reports = reports.then(async () => {
      const event = toEvent(change, await connectors.idOf(change.one.connector));
      if (event && !host.signal.aborted) host.report(event);
    });
  };

  const onState = (state: WagmiState) => {
    // While wagmi connects or restores, its connections are incomplete.
    if (state.status === 'connecting' || state.status === 'reconnecting') return;
    const before = known;
    known = snapshot(state);
    if (muted) return;
    for (const change of differences(before, known, pending)) tell(change);
  };

  const unsubscribe = config.subscribe(state => state, onState);
  host.signal.addEventListener('abort', unsubscribe, { once: true });
  onState(config.state);

  return {
    silently(change) {
      muted = true;
      try {
        change();
      } finally {
        muted = false;
      }
    },
    async asked(connector, work) {
      pending.add(connector.uid);
      try {
        return await work();
      } finally {
        pending.delete(connector.uid);
      }
    },
    tellAgain() {
      setTimeout(() => {
        const one = known.connections.get(known.current ?? '');
        if (one && !host.signal.aborted) tell({ type: 'connected', one });
      }, 0);
    },
  };
}

/** Compares two snapshots, except for connectors that core is waiting for. */
function differences(before: Snapshot, after: Snapshot, pending: ReadonlySet<string>): readonly Change[] {
  const found: Change[] = [];
  for (const [uid, one] of before.connections) {
    if (!after.connections.has(uid) && !pending.has(uid)) found.push({ type: 'disconnected', one });
  }
  for (const [uid, one] of after.connections) {
    const previous = before.connections.get(uid);
    if (pending.has(uid)) continue;
    if (!previous) found.push({ type: 'connected', one, further: uid !== after.current });
    else if (!same(previous, one)) found.push({ type: 'changed', one });
    // The host made another of its connections the current one.
    else if (uid === after.current && uid !== before.current && pending.size === 0) {
      found.push({ type: 'connected', one });
    }
  }
  return found;
}

function toEvent({ type, one, further }: Change, connectorId: string): AdapterEvent | undefined {
  if (type === 'disconnected') return { type, connectorId };
  const [first, ...rest] = one.accounts;
  // A connector of the host's own wagmi may take any answer of its wallet for a chain.
  if (first === undefined || readEvmChainId(one.chainId) === undefined) return undefined;
  const connection = toAdapterConnection(connectorId, [first, ...rest], one.chainId);
  return type === 'connected' && further ? { type, connection, further } : { type, connection };
}

/** Converts a connection to core's form. */
export function toAdapterConnection(
  connectorId: string,
  accounts: readonly [string, ...string[]],
  chainId: number,
): AdapterConnection {
  return { connectorId, accounts, chainId: `eip155:${chainId}` };
}

/** Copies the state, because wagmi changes its map of connections in place. */
function snapshot(state: WagmiState): Snapshot {
  // Connections read from storage are not connected yet.
  const connections = state.status === 'connected' ? state.connections : new Map<string, Known>();
  return {
    connections: new Map(
      [...connections].map(([uid, { connector, accounts, chainId }]) => [
        uid,
        { connector, accounts, chainId },
      ]),
    ),
    current: state.current,
  };
}

function same(a: Known, b: Known): boolean {
  return a.chainId === b.chainId && a.accounts.join() === b.accounts.join();
}
