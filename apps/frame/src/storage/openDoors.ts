import type { KeyringStart } from '../worker/keyringMessages.js';
import { openDatabase } from './openDatabase.js';
import { createShareStore, type ShareStore } from './openShareStore.js';

/** Opens an installation's share sets, for its keyring only. */
export async function openShareStore({
  shareKey,
  isStored,
}: Pick<KeyringStart, 'shareKey' | 'isStored'>): Promise<ShareStore> {
  return createShareStore(shareKey, isStored ? await openDatabase() : undefined);
}
