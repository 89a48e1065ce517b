import {
  BaseError,
  type ChainNamespace,
  cancelConnect,
  connect,
  isError,
  type Latchkit,
} from '../../core/index.js';

/** How the attempt that the modal shows stands. */
export type AttemptState =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting' | 'done'; readonly walletId: string }
  | { readonly status: 'failed'; readonly walletId: string; readonly error: BaseError };

/** The modal's own connect attempt: begun by the click itself, so that a wallet may open its window. */
export interface ConnectAttempt {
  get(): AttemptState;
  subscribe(listener: () => void): () => void;
  /** `namespace`: on which kind of chain, for a wallet of several. */
  start(walletId: string, namespace?: ChainNamespace): void;
  /** The modal closes: what is drawn stays while it goes, and a late answer changes nothing here. */
  freeze(): void;
  /** Leaves the attempt for good; a late answer changes nothing here. */
  leave(): void;
}

/** An attempt to connect through the modal, of which there is one at a time. */
export function createConnectAttempt(kit: Latchkit): ConnectAttempt {
  let state: AttemptState = { status: 'idle' };
  let latest = 0;
  const listeners = new Set<() => void>();
  const set = (next: AttemptState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (walletId, namespace) => {
      const number = ++latest;
      set({ status: 'waiting', walletId });
      // An entry that the host took off the list is still a connector.
      connect(kit, { walletId, connectorId: walletId, ...(namespace && { namespace }) }).then(
        () => number === latest && set({ status: 'done', walletId }),
        (cause: unknown) => {
          if (number !== latest) return;
          const error = isError(cause)
            ? cause
            : new BaseError('FAILED_TO_CONNECT', 'Failed to connect', { cause });
          set({ status: 'failed', walletId, error });
        },
      );
    },
    freeze: () => {
      latest++;
    },
    leave: () => {
      latest++;
      if (state.status === 'waiting') cancelConnect(kit);
      set({ status: 'idle' });
    },
  };
}
