/** A wrapped data key, and the id of the key that wrapped it. */
export interface WrappedKey {
  readonly keyId: string;
  readonly blob: Uint8Array;
}

/**
 * Holds the key-encryption keys, which never leave it. `context` is the purpose of a data key: unwrapping with another
 * context fails. Every adapter passes `keyVaultConformance`.
 */
export interface KeyVault {
  /** Kind of key vault, for example `file`. */
  readonly id: string;
  /** Whether its keys were created in development; production rejects them. */
  readonly isForDevelopment: boolean;
  /** Id of the key that wraps new data keys. */
  currentKeyId(): string;
  /** @throws when the keys are unreachable. */
  wrap(key: Uint8Array, context: string): Promise<WrappedKey>;
  /** @throws BaseError `KEY_REFUSED` when the key, the context or the blob does not match. */
  unwrap(wrapped: WrappedKey, context: string): Promise<Uint8Array>;
  /** @throws when the keys are unreachable. */
  health(): Promise<void>;
}
