import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { BaseError } from 'latchkit/protocol';
import { createFileAtomic } from '../createFileAtomic.js';
import type { KeyVault } from '../ports/KeyVault.js';
import { type KeyRingContent, keyRing } from './keyRing.js';

export interface FileKeyVaultOptions {
  /** The key file. */
  readonly path: string;
  /** The data folder: a copy of it must not contain its keys. */
  readonly dataDirectory: string;
  /** Creates a key for development if the file is missing. Default: false. */
  readonly createForDevelopment?: boolean;
}

/**
 * Keys in a file that only its owner may read.
 *
 * @throws BaseError `KEYS_INVALID` if the file is missing, invalid, inside the data folder, or readable by others.
 */
export async function fileKeyVault(options: FileKeyVaultOptions): Promise<KeyVault> {
  const path = resolve(options.path);
  if (isInside(path, resolve(options.dataDirectory))) {
    throw refused(path, 'lies in the data directory: whoever copies the data would copy the keys');
  }
  if (options.createForDevelopment) await makeKeyFile(path, true);
  const load = async () => {
    const found = await stat(path).catch(cause => {
      throw refused(path, 'cannot be read', cause);
    });
    if ((found.mode & 0o077) !== 0) throw refused(path, 'may be read by others: chmod 600 it');
    try {
      return { changed: found.mtimeMs, ring: keyRing('file', JSON.parse(await readFile(path, 'utf8'))) };
    } catch (cause) {
      throw refused(path, 'is no key file', cause);
    }
  };
  let loaded = await load();
  /** A rotation changes the file while services run. Without the file, they keep the keys that they have. */
  const current = async () => {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs !== loaded.changed) loaded = await load();
    return loaded.ring;
  };
  return {
    id: loaded.ring.id,
    isForDevelopment: loaded.ring.isForDevelopment,
    currentKeyId: () => loaded.ring.currentKeyId(),
    wrap: async (key, context) => (await current()).wrap(key, context),
    unwrap: async (wrapped, context) => (await current()).unwrap(wrapped, context),
    health: async () => {
      await current();
    },
  };
}

/**
 * Writes a key file with one new key, unless the file exists.
 *
 * @returns whether it was written.
 */
export function makeKeyFile(path: string, development: boolean): Promise<boolean> {
  return writeKeyFile(path, {
    keys: [
      {
        kid: `kek-${randomBytes(6).toString('hex')}`,
        kty: 'oct',
        k: randomBytes(32).toString('base64url'),
        state: 'primary',
        ...(development ? { development } : {}),
      },
    ],
  });
}

/**
 * Writes a key file, unless the file exists.
 *
 * @returns whether it was written.
 */
export async function writeKeyFile(path: string, content: KeyRingContent): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Atomic, because all later data is lost without this file and replicas may start at once.
  return createFileAtomic(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '' && !way.startsWith('..');
}

function refused(path: string, reason: string, cause?: unknown): BaseError {
  return new BaseError('KEYS_INVALID', `The key file ${path} ${reason}`, { cause });
}
