import { localStorageStorage } from '../../core/kernel/localStorageStorage.js';
import type { Storage } from '../../core/kernel/storage.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/** Where sessions are kept: cookies, which a server reads too, are too small for them. */
export function storageOf({ storage }: WalletConnectOptions, instance: Storage): Storage {
  return storage ?? (instance.readableOnServer ? localStorageStorage() : instance);
}
