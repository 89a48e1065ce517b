import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BaseError } from 'latchkit/protocol';
import {
  CUSTODIANS,
  joinShares,
  keyShare,
  recordEscrow,
  splitKey,
  THRESHOLD,
} from '../platform/keyvault/escrow.js';
import { makeKeyFile, writeKeyFile } from '../platform/keyvault/fileKeyVault.js';
import { keyRingContent } from '../platform/keyvault/keyRing.js';
import type { Environment } from '../platform/settingValues.js';
import { readSettings } from '../server/readSettings.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * Manages key files of the wallet's stores: `make FILE` creates one, `ceremony DIRECTORY` splits the keys for custodians,
 * `restore FILE SHARE SHARE SHARE` rebuilds one. Existing files are never overwritten.
 *
 * @throws BaseError `INVALID_ARGUMENT` or `KEYS_INVALID`.
 */
export async function kekCommand(args: readonly string[], env: Environment): Promise<string> {
  const { positionals } = parseOptions(args, {});
  const [action, path, ...more] = positionals;
  if (path !== undefined) {
    if (action === 'make' && more.length === 0) return written(path, await makeKeyFile(path, false));
    if (action === 'ceremony' && more.length === 0) return ceremony(path, env);
    if (action === 'restore') return restore(path, more);
  }
  throw invalidArgument(`There is no command 'kek ${positionals.join(' ')}'`);
}

/** Creates one directory per custodian with a share of each key file; give each to a different person in a different place. */
async function ceremony(directory: string, env: Environment): Promise<string> {
  return withStores(readSettings(env), async stores => {
    const files = stores.flatMap(({ store, keys }) =>
      keys.kind === 'file' ? [{ store, path: keys.path }] : [],
    );
    if (files.length === 0) throw invalidArgument('The keys of this wallet are in no file');
    for (const { store, path } of files) {
      const { keys } = keyRingContent.parse(JSON.parse(await readFile(path, 'utf8')));
      const primary = keys.find(({ state }) => state === 'primary');
      if (primary?.k === undefined) throw new BaseError('KEYS_INVALID', `${path} has no primary key`);
      for (const share of await splitKey(primary.kid, Buffer.from(primary.k, 'base64url'))) {
        const folder = join(directory, `custodian-${share.custodian}`);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const name = store.name === 'a' ? 'gateway' : 'vault';
        const text = `${JSON.stringify(share, undefined, 2)}\n`;
        await writeFile(join(folder, `${name}-${primary.kid}.json`), text, {
          mode: 0o600,
          flag: 'wx',
          flush: true,
        });
      }
      await recordEscrow(store, primary.kid);
    }
    return `${directory}: ${CUSTODIANS} custodians, any ${THRESHOLD} can rebuild. Hand them over, and delete them here.`;
  });
}

async function restore(path: string, files: readonly string[]): Promise<string> {
  const shares = await Promise.all(
    files.map(async file => {
      const parsed = keyShare.safeParse(await readFile(file, 'utf8').then(JSON.parse));
      if (!parsed.success) throw new BaseError('KEYS_INVALID', `${file} is no share of a key`);
      return parsed.data;
    }),
  );
  const { kid, key } = await joinShares(shares);
  const k = Buffer.from(key).toString('base64url');
  return written(path, await writeKeyFile(path, { keys: [{ kid, kty: 'oct', k, state: 'primary' }] }));
}

function written(path: string, isNew: boolean): string {
  if (!isNew) throw invalidArgument(`There is a file ${path} already`);
  return path;
}
