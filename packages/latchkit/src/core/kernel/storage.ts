/**
 * Persistent storage of an instance. Synchronous, so that the first render after a reload is already 'reconnecting'.
 * Implementations never throw: blocked or full storage behaves as empty.
 */
export interface Storage {
  /** Set if a server can read the same records as the browser; the server then renders the stored state. */
  readonly readableOnServer?: boolean;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
