import { type DeviceShare, isSameSeed, type SeedName } from '@latchkit/keyring';
import type { IDBPDatabase } from 'idb';
import type { KeyringStart } from '../worker/keyringMessages.js';
import { openDatabase, type PartitionSchema, type StoredShareSet } from './openDatabase.js';

/** Of each wallet: the share set in force and one being created. */
const KEPT = 2;

/** Of all wallets: a user can have two, and may create the second one more than once. */
const KEPT_OF_ALL = 4;

/** The share sets of an installation. */
export interface ShareStore {
  hasAny(): Promise<boolean>;
  read(name: SeedName): Promise<DeviceShare | undefined>;
  keep(deviceShare: DeviceShare): Promise<void>;
}

/** Opens an installation's share sets, for its keyring only. */
export async function openShareStore({
  shareKey,
  isStored,
}: Pick<KeyringStart, 'shareKey' | 'isStored'>): Promise<ShareStore> {
  return createShareStore(shareKey, isStored ? await openDatabase() : undefined);
}

/** @param database - If undefined, share sets stay in memory. */
function createShareStore(key: CryptoKey, database: IDBPDatabase<PartitionSchema> | undefined): ShareStore {
  let remembered: readonly StoredShareSet[] = [];
  return {
    hasAny: async () => (database ? await database.count('doors') : remembered.length) > 0,
    async read(name) {
      const stored = database
        ? await database.get('doors', keyOf(name))
        : remembered.find(one => isSameSeed(one, name));
      if (!stored) return undefined;
      const { walletId, epoch, sealedSeed, nonce, sealedHalf } = stored;
      try {
        const share = await crypto.subtle.decrypt(parameters(nonce, stored), key, sealedHalf);
        return { walletId, epoch, sealedSeed, share: new Uint8Array(share) };
      } catch {
        // A share set that can't be decrypted is treated as absent; the recovery set covers that case.
        return undefined;
      }
    },
    async keep({ walletId, epoch, share, sealedSeed }) {
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt(parameters(nonce, { walletId, epoch }), key, share);
      const shareSet = { walletId, epoch, sealedSeed, nonce, sealedHalf: new Uint8Array(sealed) };
      const newest = (others: readonly StoredShareSet[]): readonly StoredShareSet[] => {
        // Later than all others, also where the clock stands still or was set back.
        const keptAt = Math.max(Date.now(), ...others.map(one => one.keptAt + 1));
        return [
          { ...shareSet, keptAt },
          ...others.filter(one => !isSameSeed(one, shareSet)).sort((a, b) => b.keptAt - a.keptAt),
        ]
          .filter((one, at, all) => all.slice(0, at).filter(isOfWallet(one)).length < KEPT)
          .slice(0, KEPT_OF_ALL);
      };
      remembered = newest(remembered);
      if (!database) return;
      const transaction = database.transaction('doors', 'readwrite');
      const kept = newest(await transaction.store.getAll());
      await transaction.store.clear();
      for (const one of kept) await transaction.store.put(one, keyOf(one));
      await transaction.done;
    },
  };
}

const isOfWallet =
  ({ walletId }: SeedName) =>
  (other: SeedName) =>
    other.walletId === walletId;

const keyOf = ({ walletId, epoch }: SeedName) => `${walletId}|${epoch}`;

function parameters(iv: Uint8Array<ArrayBuffer>, name: SeedName): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`lk1|door|${keyOf(name)}`) };
}
