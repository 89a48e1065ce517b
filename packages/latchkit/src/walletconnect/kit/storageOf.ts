import { localStorageStorage, type Storage } from '../../core/kernel/storage.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/** Chooses where sessions are stored: cookies, which servers can also read, are too small. */
export function storageOf({ storage }: WalletConnectOptions, instance: Storage): Storage {
  return storage ?? (instance.readableOnServer ? localStorageStorage() : instance);
}
