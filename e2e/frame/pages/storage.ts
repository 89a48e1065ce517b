import { openDoors } from '../../../apps/frame/src/storage/openDoors.js';
import { openPartition } from '../../../apps/frame/src/storage/openPartition.js';

/** The storage of one browser partition: for the wallet page and for its keyring. */
const storage = {
  openPartition,
  openDoors: async () => openDoors((await openPartition()).keyringStart('https://one.test')),
};

declare global {
  interface Window {
    readonly storage: typeof storage;
  }
}

Object.assign(window, { storage });
