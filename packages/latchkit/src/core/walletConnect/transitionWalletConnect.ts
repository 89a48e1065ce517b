import type { BaseError } from '../../protocol/BaseError.js';
import type { Latchkit } from '../Latchkit.js';
import type { RelayKind } from './RelayEntry.js';
import type { RelayKinds, WalletConnectEvent, WalletConnectRelay } from './WalletConnectConfig.js';
import type { WalletConnectRequest, WalletConnectState, WalletConnectWallet } from './walletConnectState.js';

/** Events that change the state: the client's, with the wallet as it is displayed, and the instance's. */
export type WalletConnectChange =
  | Exclude<WalletConnectEvent, { type: 'connected' }>
  | { readonly type: 'connected'; readonly wallet: WalletConnectWallet }
  /** Pairing was requested; the client may have to load first. */
  | { readonly type: 'starting' }
  /** A session has to be confirmed; undefined: it was answered. */
  | { readonly type: 'unconfirmed'; readonly addresses: readonly string[] | undefined }
  /** Pairing is no longer needed. */
  | { readonly type: 'stopped' };

/** Applies a change to an instance's state. */
export function changeWalletConnect({ kernel }: Latchkit, change: WalletConnectChange): void {
  kernel.set(({ walletConnect }) => ({
    walletConnect: transitionWalletConnect(walletConnect, change, Date.now()),
  }));
}

/** The next state. Pure; `now` in milliseconds since the epoch. */
export function transitionWalletConnect(
  state: WalletConnectState,
  change: WalletConnectChange,
  now: number,
): WalletConnectState {
  switch (change.type) {
    case 'starting':
      return state.uri === undefined ? { ...state, status: 'starting', error: undefined } : state;
    case 'stopped':
      return { ...state, status: 'idle', uri: undefined, error: undefined };
    case 'link':
      if (change.uri !== undefined) return { ...state, uri: change.uri, ...statusOf(state.relay, state) };
      // A failure is shown until the next attempt.
      return state.status === 'failed'
        ? state
        : { ...state, status: 'idle', uri: undefined, error: undefined };
    case 'relay': {
      const { relay, error } = change;
      const kinds = change.kinds && withoutFlicker(change.kinds, state.kinds);
      if (state.uri === undefined) return { ...state, relay, kinds };
      return { ...state, relay, kinds, ...statusOf(relay, { ...state, error: error ?? state.error }) };
    }
    case 'reaches':
      return { ...state, reaches: change.reaches };
    case 'failed':
      return { ...state, status: 'failed', uri: undefined, error: change.error };
    case 'connected':
      return { ...state, wallet: change.wallet };
    case 'unconfirmed':
      return { ...state, unconfirmed: change.addresses };
    case 'disconnected':
      return { ...state, wallet: undefined, requests: [] };
    case 'request':
      return { ...state, requests: withRequest(state.requests, change, now) };
  }
}

/** Between two attempts a relay of a kind still counts as unreachable. */
function withoutFlicker(kinds: RelayKinds, before: RelayKinds = {}): RelayKinds {
  const kept = ([kind, status]: [string, WalletConnectRelay]) => {
    const isRetrying = status === 'connecting' && before[kind as RelayKind] === 'unreachable';
    return [kind, isRetrying ? 'unreachable' : status];
  };
  return Object.fromEntries(Object.entries(kinds).map(kept));
}

/**
 * The status of the pairing for a wallet: it is ready once a relay knows it to which the wallet listens.
 *
 * @param relay - The wallet's relay; undefined: any.
 */
export function pairingStatus(
  { status, kinds }: Pick<WalletConnectState, 'status' | 'kinds'>,
  relay: RelayKind | 'both' | null | undefined,
): WalletConnectState['status'] {
  const isUnderWay = status === 'ready' || status === 'starting' || status === 'unreachable';
  if (!kinds || !isUnderWay || !relay || relay === 'both') return status;
  const own = kinds[relay];
  if (own === 'open') return 'ready';
  return own === 'unreachable' || own === 'offline' ? 'unreachable' : 'starting';
}

/** Between two attempts the relay still counts as unreachable, with its cause, until it is open. */
function statusOf(
  relay: WalletConnectRelay,
  {
    status,
    error,
  }: { readonly status: WalletConnectState['status']; readonly error?: BaseError | undefined },
): Pick<WalletConnectState, 'status' | 'error'> {
  if (relay === 'open') return { status: 'ready', error: undefined };
  const failing = relay === 'unreachable' || relay === 'offline' || status === 'unreachable';
  return failing ? { status: 'unreachable', error } : { status: 'starting', error: undefined };
}

function withRequest(
  requests: readonly WalletConnectRequest[],
  { id, method, chainId, status, topic }: Extract<WalletConnectEvent, { type: 'request' }>,
  now: number,
): readonly WalletConnectRequest[] {
  const before = requests.find(one => one.id === id);
  if (status === 'settled') return requests.filter(one => one.id !== id);
  const request = { id, method, chainId, status, topic, startedAt: before?.startedAt ?? now };
  return before ? requests.map(one => (one === before ? request : one)) : [...requests, request];
}
