/** Delay after the last trigger, in ms. */
const DEBOUNCE_MS = 500;

export interface DebounceOptions {
  /** Milliseconds after the last trigger. Default 500. */
  readonly wait?: number;
  /** Cancels a pending call. */
  readonly signal?: AbortSignal;
}

/** Returns a trigger that runs `action` once, after a delay without further triggers. */
export function debounce(action: () => void, options: DebounceOptions = {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  options.signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    clearTimeout(timer);
    if (!options.signal?.aborted) timer = setTimeout(action, options.wait ?? DEBOUNCE_MS);
  };
}
