/**
 * Where an instance keeps what must outlive a reload. Synchronous, so that the first render after a reload already
 * says 'reconnecting'. Implementations never throw: blocked or full storage reads as absent.
 */
export interface Storage {
  /** Set where a server reads the same records as the browser: then the server renders what is remembered. */
  readonly readableOnServer?: boolean;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
