import type { KeyringStart } from '../worker/keyringMessages.js';
import { openDatabase } from './openDatabase.js';
import { createDoorStore, type DoorStore } from './openShareStore.js';

/** Opens an installation's share sets, for its keyring only. */
export async function openDoors({
  doorKey,
  isStored,
}: Pick<KeyringStart, 'doorKey' | 'isStored'>): Promise<DoorStore> {
  return createDoorStore(doorKey, isStored ? await openDatabase() : undefined);
}
