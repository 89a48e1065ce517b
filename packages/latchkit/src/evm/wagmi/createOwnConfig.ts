import type { Chain } from 'viem';
import { createStore } from 'zustand/vanilla';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { WagmiConnector, WagmiEmitter } from '../../core/adapter/WagmiConnector.js';
import { createError } from '../../protocol/errors.js';
import { uuid } from '../../protocol/uuid.js';
import { toViemChain } from '../chain/toViemChain.js';
import type { WagmiConfig, WagmiConnection, WagmiState } from '../WagmiConfig.js';

/**
 * The configuration for hosts without wagmi: the part of wagmi that the engine relies on. It discovers nothing (Latchkit
 * does), stores nothing (core stores connections) and has no clients (`createReaders` has).
 */
export function createOwnConfig(host: AdapterHost): WagmiConfig {
  const [first, ...rest] = host.networks().map(toViemChain);
  if (!first) throw createError('NETWORK_NOT_FOUND', { details: 'No EVM network was requested.' });
  const store = createStore<WagmiState>(() => ({
    connections: new Map(),
    current: null,
    status: 'disconnected',
  }));
  let chains: readonly [Chain, ...Chain[]] = [first, ...rest];
  let connectors: readonly WagmiConnector[] = [];
  const events = connectionEvents(
    store.setState,
    () => store.getState(),
    () => connectors,
  );

  return {
    get chains() {
      return chains;
    },
    get connectors() {
      return connectors;
    },
    get state() {
      return store.getState();
    },
    storage: null,
    setState: store.setState,
    subscribe: (selector, listener) =>
      store.subscribe((state, previous) => {
        const [selected, before] = [selector(state), selector(previous)];
        if (!Object.is(selected, before)) listener(selected, before);
      }),
    _internal: {
      events,
      chains: {
        setState(value) {
          chains = value;
        },
      },
      connectors: {
        setup(create) {
          const emitter = createEmitter();
          const connector = { ...create({ chains, emitter }), emitter, uid: emitter.uid };
          // A wallet may connect without being asked.
          emitter.on('connect', events.connect);
          return connector;
        },
        setState(change) {
          connectors = change([...connectors]);
        },
        // Only the engine adds connectors.
        subscribe: () => () => {},
      },
    },
  };
}

type Events = WagmiConfig['_internal']['events'];

/** Applies connector events to the state. */
function connectionEvents(
  setState: (change: (state: WagmiState) => WagmiState) => void,
  getState: () => WagmiState,
  connectors: () => readonly WagmiConnector[],
): Events {
  const withConnection = (state: WagmiState, connection: WagmiConnection) =>
    new Map(state.connections).set(connection.connector.uid, connection);
  const events: Events = {
    change({ uid, accounts, chainId }) {
      const connection = getState().connections.get(uid);
      if (!connection) return;
      const [first, ...rest] = accounts ?? connection.accounts;
      if (!first) return;
      const changed = {
        ...connection,
        accounts: [first, ...rest] as const,
        chainId: chainId ?? connection.chainId,
      };
      setState(state => ({ ...state, connections: withConnection(state, changed) }));
    },
    connect({ uid, accounts: [first, ...rest], chainId }) {
      const connector = connectors().find(one => one.uid === uid);
      if (!connector || !first || getState().status === 'connecting') return;
      connector.emitter.off('connect', events.connect);
      connector.emitter.on('change', events.change);
      connector.emitter.on('disconnect', events.disconnect);
      const connection = { accounts: [first, ...rest] as const, chainId, connector };
      setState(state => ({
        connections: withConnection(state, connection),
        current: uid,
        status: 'connected',
      }));
    },
    disconnect({ uid }) {
      const connection = getState().connections.get(uid);
      if (!connection) return;
      const { emitter } = connection.connector;
      emitter.off('change', events.change);
      emitter.off('disconnect', events.disconnect);
      emitter.on('connect', events.connect);
      setState(state => {
        const connections = new Map(state.connections);
        connections.delete(uid);
        const current = state.current === uid ? ([...connections.keys()][0] ?? null) : state.current;
        return { connections, current, status: current ? 'connected' : 'disconnected' };
      });
    },
  };
  return events;
}

/** Creates the event channel between a connector and the configuration. */
function createEmitter(): WagmiEmitter {
  const uid = uuid();
  const listeners = new Map<string, Set<(data: never) => void>>();
  return {
    uid,
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    emit(event, data) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener({ ...data, uid } as never);
    },
  };
}

/** Updates the configuration with networks that the host added or removed. */
export function syncChains(config: WagmiConfig, host: AdapterHost): void {
  const chains = host.networks().map(toViemChain);
  const ids = (list: readonly Chain[]) => list.map(chain => chain.id).join();
  const [first, ...rest] = chains;
  if (first && ids(chains) !== ids(config.chains)) config._internal.chains.setState([first, ...rest]);
}
