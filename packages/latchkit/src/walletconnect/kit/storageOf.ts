import type { Storage } from '../../core/contracts/Storage.js';
import { localStorageStorage } from '../../core/storage/localStorageStorage.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/** Where sessions are kept: cookies, which a server reads too, are too small for them. */
export function storageOf({ storage }: WalletConnectOptions, instance: Storage): Storage {
  return storage ?? (instance.readableOnServer ? localStorageStorage() : instance);
}
