import type { EmbeddedFrame } from '../frame/createEmbeddedFrame.js';

/** The EIP-1193 events that the embedded wallet emits. */
export interface ProviderEventMap {
  /** The address of the active account, or none. */
  readonly accountsChanged: readonly string[];
  /** Hexadecimal on EIP-155, CAIP-2 elsewhere. */
  readonly chainChanged: string;
}

type Listener = (value: never) => void;

/** Listeners as in EIP-1193. */
export interface ProviderEvents {
  on<E extends keyof ProviderEventMap>(event: E, listener: (value: ProviderEventMap[E]) => void): void;
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
  /** Unsubscribes from the frame. */
  close(): void;
}

/** Emits the wallet page's events of one namespace. */
export function createProviderEvents(
  frame: Pick<EmbeddedFrame, 'on'>,
  namespace: () => string,
): ProviderEvents {
  const listeners = new Map<string, Set<Listener>>();

  const emit = (event: keyof ProviderEventMap, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        (listener as (value: unknown) => void)(value);
      } catch (error) {
        // An error in one of the host's listeners must not stop the others.
        console.error(error);
      }
    }
  };

  const close = frame.on(event => {
    if (event.type === 'CHAIN_CHANGED') {
      const [kind, reference] = event.payload.chainId.split(':');
      if (kind !== namespace()) return;
      emit('chainChanged', kind === 'eip155' ? `0x${Number(reference).toString(16)}` : event.payload.chainId);
    }
    if (event.type === 'ACCOUNTS_CHANGED') {
      const active = event.payload.accounts.find(account => account.namespace === namespace());
      emit('accountsChanged', active ? [active.address] : []);
    }
  });

  return {
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    close,
  };
}
