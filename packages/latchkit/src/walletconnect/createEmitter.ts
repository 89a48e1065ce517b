export interface Emitter<Events> {
  /** Answers how to stop listening. */
  on<E extends keyof Events>(event: E, listener: (value: Events[E]) => void): () => void;
  emit<E extends keyof Events>(event: E, value: Events[E]): void;
  has(event: keyof Events): boolean;
}

/** Tells listeners in the order in which they came. One that throws is reported, and does not keep the others from hearing. */
export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(value: never) => void>>();
  return {
    on(event, listener) {
      const own = (value: Parameters<typeof listener>[0]) => listener(value);
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(own));
      return () => void all.delete(own);
    },
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(value as never);
        } catch (error) {
          // It is the host's; it must not stop the protocol.
          console.error(error);
        }
      }
    },
    has: event => (listeners.get(event)?.size ?? 0) > 0,
  };
}
