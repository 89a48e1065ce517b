import type { CaipNetworkId } from '../../protocol/caip.js';
import type { AdapterConnection } from '../contracts/ChainAdapter.js';

/**
 * The connection of one namespace [STATE-04]. `connected` is only ever entered with what a wallet answered.
 * `attempt` tells attempts apart, so that the late answer of an abandoned one changes nothing.
 */
export type ConnectionState =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting'; readonly connectorId: string; readonly attempt: number }
  | { readonly status: 'reconnecting'; readonly connectorId: string; readonly attempt: number }
  | {
      readonly status: 'connected';
      readonly connectorId: string;
      readonly accounts: readonly [string, ...string[]];
      /** The chain the wallet is on, requested by the host or not. */
      readonly networkId: CaipNetworkId;
    };

export type ConnectionStatus = ConnectionState['status'];

export type ConnectionEvent =
  | { readonly type: 'connect'; readonly connectorId: string; readonly attempt: number }
  | { readonly type: 'reconnect'; readonly connectorId: string; readonly attempt: number }
  /** The wallet answered the attempt. */
  | { readonly type: 'answered'; readonly attempt: number; readonly connection: AdapterConnection }
  /** The attempt was refused, failed or abandoned; `previous` is what stood before it. */
  | { readonly type: 'failed'; readonly attempt: number; readonly previous: ConnectionState }
  /** The wallet, or the host's own wagmi, connected without being asked by core. */
  | { readonly type: 'appeared'; readonly connection: AdapterConnection }
  | { readonly type: 'changed'; readonly connection: AdapterConnection }
  | { readonly type: 'ended'; readonly connectorId: string }
  | { readonly type: 'reset' };

export const DISCONNECTED: ConnectionState = { status: 'disconnected' };

/** The next state of a namespace's connection. Pure; an event that does not apply returns `state` itself. */
export function transition(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.type) {
    case 'connect':
      return { status: 'connecting', connectorId: event.connectorId, attempt: event.attempt };
    case 'reconnect':
      if (state.status !== 'disconnected') return state;
      return { status: 'reconnecting', connectorId: event.connectorId, attempt: event.attempt };
    case 'answered':
      return isAttempt(state, event.attempt) ? connected(event.connection) : state;
    case 'failed':
      if (!isAttempt(state, event.attempt)) return state;
      return event.previous.status === 'connected' ? event.previous : DISCONNECTED;
    case 'appeared':
      return connected(event.connection);
    case 'changed':
      if (state.status !== 'connected' || state.connectorId !== event.connection.connectorId) return state;
      return isSame(state, event.connection) ? state : connected(event.connection);
    case 'ended':
      if (state.status !== 'connected' || state.connectorId !== event.connectorId) return state;
      return DISCONNECTED;
    case 'reset':
      return state.status === 'disconnected' ? state : DISCONNECTED;
  }
}

function isAttempt(state: ConnectionState, attempt: number): boolean {
  return (state.status === 'connecting' || state.status === 'reconnecting') && state.attempt === attempt;
}

function connected(connection: AdapterConnection): ConnectionState {
  const { connectorId, accounts, networkId } = connection;
  return { status: 'connected', connectorId, accounts, networkId };
}

function isSame(state: Extract<ConnectionState, { status: 'connected' }>, next: AdapterConnection): boolean {
  return state.networkId === next.networkId && state.accounts.join() === next.accounts.join();
}
