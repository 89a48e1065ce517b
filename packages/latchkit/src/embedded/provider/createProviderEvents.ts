import type { EmbeddedFrame } from '../frame/createEmbeddedFrame.js';

/** The events of EIP-1193 that the embedded wallet has. */
export interface ProviderEventMap {
  /** Addresses, the active one first. */
  readonly accountsChanged: readonly string[];
  /** Hexadecimal on EIP-155, CAIP-2 elsewhere. */
  readonly chainChanged: string;
}

type Listener = (value: never) => void;

/** Listeners as EIP-1193 has them. */
export interface ProviderEvents {
  on<E extends keyof ProviderEventMap>(event: E, listener: (value: ProviderEventMap[E]) => void): void;
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
  /** Stops listening to the frame. */
  close(): void;
}

/** Tells what the wallet page tells of one kind of chain. */
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
        // A listener is the host's: it must not stop the others.
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
      const own = event.payload.accounts.filter(account => account.namespace === namespace());
      emit(
        'accountsChanged',
        own.map(account => account.address),
      );
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
