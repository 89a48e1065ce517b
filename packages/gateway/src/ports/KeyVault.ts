/** A data key that was wrapped, and the key that wrapped it. */
export interface WrappedKey {
  readonly keyId: string;
  readonly blob: Uint8Array;
}

/**
 * Holds the keys that data keys are wrapped with; they never leave it. `context` says what a data key is for: unwrapping
 * with another one fails. Every adapter passes `keyVaultConformance`.
 */
export interface KeyVault {
  /** Which kind it is, for example `file`. */
  readonly id: string;
  /** Whether its keys were made for development: production refuses them. */
  readonly isForDevelopment: boolean;
  /** The key that wraps now. */
  currentKeyId(): string;
  /** @throws when the keys cannot be reached. */
  wrap(key: Uint8Array, context: string): Promise<WrappedKey>;
  /** @throws BaseError `KEY_REFUSED` when the key, the context or the blob is another one. */
  unwrap(wrapped: WrappedKey, context: string): Promise<Uint8Array>;
  /** @throws when the keys cannot be reached. */
  health(): Promise<void>;
}
