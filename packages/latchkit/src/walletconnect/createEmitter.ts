export interface Emitter<Events> {
  /** Returns a function that removes the listener. */
  on<E extends keyof Events>(event: E, listener: (value: Events[E]) => void): () => void;
  emit<E extends keyof Events>(event: E, value: Events[E]): void;
  has(event: keyof Events): boolean;
}

/** Calls listeners in the order they were added. One that throws is reported and does not stop the others. */
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
          // A host's listener must not interrupt the protocol.
          console.error(error);
        }
      }
    },
    has: event => (listeners.get(event)?.size ?? 0) > 0,
  };
}
