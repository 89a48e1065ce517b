import type { WalletState } from './WalletState.js';

/** Stored state, read again at every change because other tabs write it too. */
export type StoredState = Pick<WalletState, 'sessions' | 'pending' | 'account' | 'network'>;

/** State that is not stored. */
export interface PassingState extends Pick<WalletState, 'relay' | 'answering' | 'notice'> {
  /** Topic of the last opened link, until the page's proposal arrives. */
  readonly pairing: string | undefined;
}

/** The wallet's state and its listeners. */
export interface WalletStore {
  state(): WalletState;
  passing(): PassingState;
  subscribe(listener: () => void): () => void;
  /** Updates the unstored state and reads the stored state again. */
  change(changes?: Partial<PassingState>): void;
}

export function createWalletStore(read: () => StoredState): WalletStore {
  const listeners = new Set<() => void>();
  let passing: PassingState = {
    ...{ relay: { status: 'idle' }, answering: undefined, notice: undefined, pairing: undefined },
  };
  const join = (): WalletState => {
    const { pairing, ...rest } = passing;
    return { ...rest, ...read(), isPairing: pairing !== undefined };
  };
  let state = join();
  return {
    state: () => state,
    passing: () => passing,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(changes = {}) {
      passing = { ...passing, ...changes };
      state = join();
      for (const listener of listeners) listener();
    },
  };
}
