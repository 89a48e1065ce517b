import { openPartition } from '../../../apps/frame/src/storage/openPartition.js';
import { openShareStore } from '../../../apps/frame/src/storage/openShareStore.js';

/** The storage of one browser partition: for the wallet page and for its keyring. */
const storage = {
  openPartition,
  openShareStore: async () => openShareStore((await openPartition()).keyringStart('https://one.test')),
};

declare global {
  interface Window {
    readonly storage: typeof storage;
  }
}

Object.assign(window, { storage });
