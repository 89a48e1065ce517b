import type { AdapterConnection } from '../adapter/ChainAdapter.js';

/**
 * The active connection of one namespace, or the attempt to create it. Only a wallet's response leads to `connected`. `attempt`
 * identifies an attempt, so that a late response to an abandoned one is ignored.
 */
export type ConnectionState =
  | { readonly status: 'disconnected' }
  /** `isWaiting`: an earlier request waits in the wallet. */
  | {
      readonly status: 'connecting';
      readonly connectorId: string;
      readonly attempt: number;
      readonly isWaiting?: true;
    }
  | { readonly status: 'reconnecting'; readonly connectorId: string; readonly attempt: number }
  | ConnectedState;

/** An established connection; `chainId` is the wallet's chain, whether or not the host lists it. */
export type ConnectedState = { readonly status: 'connected' } & AdapterConnection;

/** The status of a namespace's connection. */
export type ConnectionStatus = ConnectionState['status'];

/** All connections of a namespace. `others` is empty while nothing is connected, connecting or reconnecting. */
export interface HeldConnections {
  readonly connection: ConnectionState;
  /**
   * Other connected wallets, most recently active first. While another wallet connects, the previously active one comes first,
   * and becomes active again if the attempt fails.
   */
  readonly others: readonly ConnectedState[];
}

/** The events of a namespace's connections. `keep`: the other connections stay; otherwise they end. */
export type ConnectionEvent =
  | { readonly type: 'connect'; readonly connectorId: string; readonly attempt: number }
  /** The wallet approved the attempt. */
  | {
      readonly type: 'answered';
      readonly attempt: number;
      readonly connection: AdapterConnection;
      readonly keep: boolean;
    }
  /** The attempt was refused, failed or abandoned. */
  | { readonly type: 'failed'; readonly attempt: number }
  /** The wallet, or the host's own wagmi, connected without a request from core, or made a connection active. */
  | { readonly type: 'appeared'; readonly connection: AdapterConnection; readonly keep: boolean }
  /** A stored connection was restored; `order` are the stored connector ids. It becomes active only if nothing else is. */
  | {
      readonly type: 'restored';
      readonly connection: AdapterConnection;
      readonly order: readonly string[];
    }
  | { readonly type: 'waiting'; readonly connectorId: string }
  | { readonly type: 'changed'; readonly connection: AdapterConnection }
  /** The visitor or the host selected another connection, and an account of it. */
  | { readonly type: 'switched'; readonly connectorId: string; readonly address?: string | undefined }
  | { readonly type: 'ended'; readonly connectorId: string }
  /** Only the active connection stays. */
  | { readonly type: 'alone' }
  | { readonly type: 'reset' };

export const DISCONNECTED: ConnectionState = { status: 'disconnected' };

const NONE: HeldConnections['others'] = [];

/** The next connections of a namespace. Pure; an event that does not apply returns `held` itself. */
export function transition(held: HeldConnections, event: ConnectionEvent): HeldConnections {
  const { connection, others } = held;
  switch (event.type) {
    case 'connect': {
      const { connectorId, attempt } = event;
      return { connection: { status: 'connecting', connectorId, attempt }, others: standing(held) };
    }
    case 'answered':
      return isAttempt(connection, event.attempt)
        ? lead(held, connected(event.connection), event.keep)
        : held;
    case 'failed':
      return isAttempt(connection, event.attempt) ? promote(others) : held;
    case 'appeared': {
      const told = connected(event.connection);
      const isNews = connection.status !== 'connected' || !isSame(connection, told);
      return isNews || (others.length > 0 && !event.keep) ? lead(held, told, event.keep) : held;
    }
    case 'restored':
      return restore(held, connected(event.connection), event.order);
    case 'waiting':
      return waiting(held, event.connectorId);
    case 'changed':
      return replace(held, event.connection.connectorId, before => follow(before, event.connection));
    case 'switched': {
      const found = standing(held).find(one => one.connectorId === event.connectorId);
      const next = found && withAccount(found, event.address);
      return !next || next === connection ? held : lead(held, next, true);
    }
    case 'ended':
      if (isLead(connection, event.connectorId)) return promote(others);
      return others.some(one => one.connectorId === event.connectorId)
        ? { connection, others: without(others, event.connectorId) }
        : held;
    case 'alone': {
      // The wallet that was active before the attempt is the one to return to.
      const kept = connection.status === 'connecting' ? others.slice(0, 1) : NONE;
      return others.length > kept.length ? { connection, others: kept } : held;
    }
    case 'reset':
      return connection.status === 'disconnected' ? held : { connection: DISCONNECTED, others: NONE };
  }
}

function waiting({ connection, others }: HeldConnections, connectorId: string): HeldConnections {
  const isAsked = connection.status === 'connecting' && connection.connectorId === connectorId;
  return { connection: isAsked ? { ...connection, isWaiting: true } : connection, others };
}

/** Every established connection, the active one first. */
export function standing({ connection, others }: HeldConnections): readonly ConnectedState[] {
  return connection.status === 'connected' ? [connection, ...others] : others;
}

function isAttempt(state: ConnectionState, attempt: number): boolean {
  return (state.status === 'connecting' || state.status === 'reconnecting') && state.attempt === attempt;
}

/** An attempt at a wallet is not its connection: an existing connection of that wallet may be among the others. */
function isLead(state: ConnectionState, connectorId: string): boolean {
  if (state.status !== 'connected' && state.status !== 'reconnecting') return false;
  return state.connectorId === connectorId;
}

function connected(connection: AdapterConnection): ConnectedState {
  return { ...connection, status: 'connected' };
}

function without(others: HeldConnections['others'], connectorId: string): HeldConnections['others'] {
  return others.filter(one => one.connectorId !== connectorId);
}

function lead(held: HeldConnections, connection: ConnectedState, keep: boolean): HeldConnections {
  return { connection, others: keep ? without(standing(held), connection.connectorId) : NONE };
}

function promote([connection = DISCONNECTED, ...others]: readonly ConnectionState[]): HeldConnections {
  return { connection, others: others as HeldConnections['others'] };
}

function restore(held: HeldConnections, back: ConnectedState, order: readonly string[]): HeldConnections {
  if (standing(held).some(one => one.connectorId === back.connectorId)) return held;
  if (held.connection.status === 'disconnected') return { connection: back, others: held.others };
  const rank = ({ connectorId }: ConnectedState) => order.indexOf(connectorId);
  return { ...held, others: [...held.others, back].sort((a, b) => rank(a) - rank(b)) };
}

function replace(
  held: HeldConnections,
  connectorId: string,
  change: (before: ConnectedState) => ConnectedState,
): HeldConnections {
  const before = standing(held).find(one => one.connectorId === connectorId);
  const next = before && change(before);
  if (!before || next === before) return held;
  const swap = <T>(one: T) => (one === before ? (next as T) : one);
  return { connection: swap(held.connection), others: held.others.map(swap) };
}

function follow(before: ConnectedState, change: AdapterConnection): ConnectedState {
  if (isSame(before, change)) return before;
  const isMoved = before.chainId !== change.chainId;
  // A change of chain does not imply a change of account: keep the account that the visitor chose.
  const isReordered = [...before.accounts].sort().join() === [...change.accounts].sort().join();
  return connected(isMoved && isReordered ? { ...change, accounts: before.accounts } : change);
}

function isSame(a: AdapterConnection, b: AdapterConnection): boolean {
  return (
    a.connectorId === b.connectorId && a.chainId === b.chainId && a.accounts.join() === b.accounts.join()
  );
}

function withAccount(before: ConnectedState, address: string | undefined): ConnectedState {
  const { accounts } = before;
  if (!address || address === accounts[0] || !accounts.includes(address)) return before;
  return { ...before, accounts: [address, ...accounts.filter(one => one !== address)] };
}
