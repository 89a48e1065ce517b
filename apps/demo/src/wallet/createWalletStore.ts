import type { WalletState } from './WalletState.js';

/** What is read anew at every change: other tabs write it too. */
export type StoredState = Pick<WalletState, 'sessions' | 'pending' | 'account' | 'network'>;

/** What is nowhere stored. */
export interface PassingState extends Pick<WalletState, 'relay' | 'answering' | 'notice'> {
  /** Topic of the link that was followed last, until the page asks for something over it. */
  readonly pairing: string | undefined;
}

/** The wallet's state, and who listens to it. */
export interface WalletStore {
  state(): WalletState;
  passing(): PassingState;
  subscribe(listener: () => void): () => void;
  /** Changes what passes, and reads the rest anew. */
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
