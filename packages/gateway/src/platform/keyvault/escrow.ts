import { createHash } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import { combine, split } from 'shamir-secret-sharing';
import * as z from 'zod';
import type { SqlRunner } from '../ports/Database.js';
import type { KeyVault } from '../ports/KeyVault.js';
import type { SealedStore } from './openSealedStore.js';

/** Number of a key's custodians, and how many of them can rebuild it. */
export const CUSTODIANS = 5;
export const THRESHOLD = 3;

/** The share of one custodian. It reveals nothing about the key without two others. */
export const keyShare = z.object({
  latchkit: z.literal('key share'),
  /** Id of the key. */
  kid: z.string(),
  custodian: z.int().min(1).max(CUSTODIANS),
  threshold: z.literal(THRESHOLD),
  share: z.string(),
  /** SHA-256 of the key, truncated to eight bytes, to detect shares of different keys. */
  check: z.string(),
});

/** The share of one custodian. */
export type KeyShare = z.infer<typeof keyShare>;

/** Splits a key for its custodians, and checks that every three shares rebuild it. */
export async function splitKey(kid: string, key: Uint8Array): Promise<readonly KeyShare[]> {
  const parts = await split(new Uint8Array(key), CUSTODIANS, THRESHOLD);
  const shares = parts.map((part, index) => ({
    latchkit: 'key share' as const,
    kid,
    custodian: index + 1,
    threshold: THRESHOLD as typeof THRESHOLD,
    share: Buffer.from(part).toString('base64url'),
    check: checkOf(key),
  }));
  for (const [a, one] of shares.entries()) {
    for (const [b, two] of shares.entries()) {
      for (const three of b > a ? shares.slice(b + 1) : []) {
        const again = await joinShares([one, two, three]);
        if (!Buffer.from(again.key).equals(Buffer.from(key)))
          throw new Error('The shares do not rebuild the key');
      }
    }
  }
  return shares;
}

/**
 * Rebuilds a key from the shares of at least three custodians.
 *
 * @throws BaseError `KEYS_INVALID` if there are too few, they are of different keys, or one is damaged.
 */
export async function joinShares(
  shares: readonly KeyShare[],
): Promise<{ readonly kid: string; readonly key: Uint8Array }> {
  const [first] = shares;
  const custodians = new Set(shares.map(({ custodian }) => custodian));
  if (first === undefined || custodians.size < THRESHOLD) {
    throw new BaseError('KEYS_INVALID', `Shares of at least ${THRESHOLD} custodians are required`);
  }
  if (!shares.every(({ kid, check }) => kid === first.kid && check === first.check)) {
    throw new BaseError('KEYS_INVALID', 'The shares are of different keys');
  }
  const key = await combine(shares.map(({ share }) => new Uint8Array(Buffer.from(share, 'base64url')))).catch(
    cause => {
      throw new BaseError('KEYS_INVALID', 'The shares cannot be combined', { cause });
    },
  );
  if (checkOf(key) !== first.check) throw new BaseError('KEYS_INVALID', 'One of the shares is damaged');
  return { kid: first.kid, key };
}

/** Records in the store that a key is with its custodians. */
export async function recordEscrow(store: SealedStore, kekId: string): Promise<void> {
  await store.database.transaction(async runner => {
    await runner.query(
      `insert into ${store.schema}.key_escrows (kek_id, custodians, threshold, recorded_at) values ($1, $2, $3, $4)
       on conflict (kek_id) do update set recorded_at = excluded.recorded_at`,
      [kekId, CUSTODIANS, THRESHOLD, new Date()],
    );
    await store.audit.append({ action: 'kek.ceremony', subject: kekId, actor: 'operator' }, runner);
  });
}

/** Whether the current key survives this machine: it is with custodians, or in a service that never releases it. */
export async function isEscrowed(
  { schema }: Pick<SealedStore, 'schema'>,
  runner: SqlRunner,
  vault: Pick<KeyVault, 'id' | 'currentKeyId'>,
): Promise<boolean> {
  if (vault.id === 'aws-kms') return true;
  const rows = await runner.query(`select 1 from ${schema}.key_escrows where kek_id = $1`, [
    vault.currentKeyId(),
  ]);
  return rows.length > 0;
}

function checkOf(key: Uint8Array): string {
  return createHash('sha256')
    .update('latchkit key')
    .update(key)
    .digest()
    .subarray(0, 8)
    .toString('base64url');
}
