/** How long a debounced call waits after its last trigger, in ms [TIME-10]. */
const DEBOUNCE_MS = 500;

export interface DebounceOptions {
  /** Milliseconds after the last trigger. Default 500. */
  readonly wait?: number;
  /** Drops a call that still waits. */
  readonly signal?: AbortSignal;
}

/** Makes a trigger that runs `action` once, when no other trigger came for the waiting time. */
export function debounce(action: () => void, options: DebounceOptions = {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  options.signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    clearTimeout(timer);
    if (!options.signal?.aborted) timer = setTimeout(action, options.wait ?? DEBOUNCE_MS);
  };
}
