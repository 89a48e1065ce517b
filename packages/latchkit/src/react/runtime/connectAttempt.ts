import {
  BaseError,
  type ChainNamespace,
  cancelConnect,
  connect,
  isError,
  type Latchkit,
} from '../../core/index.js';

/** The state of the attempt that the modal shows. */
export type AttemptState =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting' | 'done'; readonly walletId: string }
  | { readonly status: 'failed'; readonly walletId: string; readonly error: BaseError };

/** The modal's connect attempt. The click itself starts it, so that a wallet may open its window. */
export interface ConnectAttempt {
  get(): AttemptState;
  subscribe(listener: () => void): () => void;
  /** `namespace`: the one to connect, for a wallet that supports several. */
  start(walletId: string, namespace?: ChainNamespace): void;
  /** Called when the modal closes: keeps what is drawn during the closing animation, and ignores late results. */
  freeze(): void;
  /** Abandons the attempt and ignores late results. */
  leave(): void;
}

/** Creates the modal's connect attempts, of which one runs at a time. */
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
      // A wallet that the host removed from the list still has its connector.
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
