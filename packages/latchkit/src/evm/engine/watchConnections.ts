import type { AdapterConnection, AdapterEvent, AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { WagmiConfig, WagmiState } from '../WagmiConfig.js';
import type { Connectors } from './createConnectors.js';

/** Tells core what happens to wagmi's connections without core having asked for it. */
export interface ConnectionWatch {
  /** Runs a change that core asked for: nothing is reported of it. */
  silently(change: () => void): void;
  /** While `work` runs, nothing of this connector is reported: core asked for it, and waits for the answer. */
  asked<T>(connector: WagmiConnector, work: () => Promise<T>): Promise<T>;
  /**
   * Tells core of the standing connection again, in a later turn: while it restores a connection core hears of no
   * other, and wagmi may have restored another.
   */
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
  /** It stands beside the current one. */
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
  // Naming a connector may take a turn; one chain keeps the reports in order.
  let reports: Promise<void> = Promise.resolve();

  const tell = (change: Change) => {
    reports = reports.then(async () => {
      const event = toEvent(change, await connectors.idOf(change.one.connector));
      if (event && !host.signal.aborted) host.report(event);
    });
  };

  const onState = (state: WagmiState) => {
    // Halfway through wagmi's own connecting or restoring its connections are not to be believed yet.
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

/** What differs between two moments, of the connectors that core is not waiting for. */
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
  if (first === undefined) return undefined;
  const connection = toAdapterConnection(connectorId, [first, ...rest], one.chainId);
  return type === 'connected' && further ? { type, connection, further } : { type, connection };
}

/** A connection as core knows it. */
export function toAdapterConnection(
  connectorId: string,
  accounts: readonly [string, ...string[]],
  chainId: number,
): AdapterConnection {
  return { connectorId, accounts, networkId: `eip155:${chainId}` };
}

/** Copies: wagmi changes its map of connections in place. */
function snapshot(state: WagmiState): Snapshot {
  // Connections out of the storage are not connected yet.
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
