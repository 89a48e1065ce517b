import { randomBytes } from 'node:crypto';
import {
  exportJWK,
  GeneralEncrypt,
  type GeneralJWE,
  generalDecrypt,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';

const ALGORITHM = 'ECDH-ES+A256KW';
const CIPHER = 'A256GCM';

/** Bytes of an uncompressed point on P-256 (SEC 1, 2.3.3). */
const POINT = 65;

/** The private key of backups, which stays offline. */
export const backupIdentity = z.object({
  latchkit: z.literal('backup key'),
  /** The public key, for `LATCHKIT_BACKUP_KEYS`. */
  public: z.string(),
  d: z.string(),
});

/** The private key of backups, which stays offline. */
export type BackupIdentity = z.infer<typeof backupIdentity>;

/** Makes a key pair for backups. */
export async function makeBackupIdentity(): Promise<BackupIdentity> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'P-256', extractable: true });
  const { x = '', y = '', d = '' } = await exportJWK(privateKey);
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { latchkit: 'backup key', public: point.toString('base64url'), d };
}

/** Whether a text is a public key of backups. */
export function isBackupKey(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  return point.length === POINT && point[0] === 4 && point.toString('base64url') === text;
}

/** Makes the key of one backup, and encrypts it to public keys, any of which opens it. */
export async function makeFileKey(
  publicKeys: readonly string[],
): Promise<{ readonly key: Uint8Array; readonly sealed: GeneralJWE }> {
  const key = randomBytes(32);
  const encryption = new GeneralEncrypt(key).setProtectedHeader({ enc: CIPHER });
  for (const publicKey of publicKeys) {
    encryption
      .addRecipient(await importJWK(jwkOf(publicKey), ALGORITHM))
      .setUnprotectedHeader({ alg: ALGORITHM });
  }
  return { key, sealed: await encryption.encrypt() };
}

/**
 * Decrypts the key of a backup.
 *
 * @throws BaseError `BACKUP_INVALID` if it was encrypted to other keys.
 */
export async function openFileKey(sealed: GeneralJWE, identity: BackupIdentity): Promise<Uint8Array> {
  const key = await importJWK({ ...jwkOf(identity.public), d: identity.d }, ALGORITHM);
  const options = { keyManagementAlgorithms: [ALGORITHM], contentEncryptionAlgorithms: [CIPHER] };
  const opened = await generalDecrypt(sealed, key, options).catch(cause => {
    throw new BaseError('BACKUP_INVALID', 'The backup was encrypted to other keys', { cause });
  });
  return opened.plaintext;
}

function jwkOf(publicKey: string): JWK {
  const point = Buffer.from(publicKey, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) };
}
