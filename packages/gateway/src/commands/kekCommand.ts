import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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
import { rewrapRootSecret } from '../platform/keyvault/rootSecret.js';
import { addPrimaryKey, countOldWraps, destroyKey, markRewrapped } from '../platform/keyvault/rotateKeys.js';
import type { Environment } from '../platform/settingValues.js';
import { readSettings, type Settings } from '../server/readSettings.js';
import { recordDrill } from '../wallet/canaries/canaryWallets.js';
import { mirrorLag } from '../wallet/durability/mirrorSending.js';
import { proveCanaries } from '../wallet/proveCanaries.js';
import { WALLET_TIMES } from '../wallet/shared/walletLimits.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * Manages key files of the wallet's stores: `make FILE` creates one, `ceremony DIRECTORY` splits the keys for custodians,
 * `restore FILE SHARE SHARE SHARE` rebuilds one, `rotate` replaces the keys of the stores, `destroy gateway|vault KEY` destroys an
 * old one. Existing files are never overwritten.
 *
 * @throws BaseError `INVALID_ARGUMENT` or `KEYS_INVALID`.
 */
export async function kekCommand(args: readonly string[], env: Environment): Promise<string> {
  const { positionals } = parseOptions(args, {});
  const [action, path, ...more] = positionals;
  if (path !== undefined) {
    if (action === 'make' && more.length === 0) return written(path, await makeKeyFile(path, false));
    if (action === 'ceremony' && more.length === 0) return ceremony(path, env);
    if (action === 'restore') return restore(path, more, env);
    const [kid, tooMuch] = more;
    if (action === 'destroy' && kid !== undefined && tooMuch === undefined) return destroy(path, kid, env);
  }
  if (action === 'rotate' && path === undefined) return rotate(env);
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

/**
 * Adds a new key for each store, unless a rotation was interrupted, and wraps all data keys with it. After a crash, another call
 * continues.
 */
async function rotate(env: Environment): Promise<string> {
  return withStores(readSettings(env), async stores => {
    const lines: string[] = [];
    for (const { store, keys, keyVault } of stores) {
      const { database, schema, name } = store;
      const isComplete = (await countOldWraps(database, schema, keyVault.currentKeyId())) === 0;
      if (isComplete && keys.kind === 'file') {
        await addPrimaryKey(keys.path);
        await keyVault.health();
      }
      const kid = keyVault.currentKeyId();
      await rewrapRootSecret(database, name, schema, keyVault);
      const count = await store.envelope.rewrap(database);
      const left = await countOldWraps(database, schema, kid);
      if (left > 0)
        throw new BaseError('KEYS_INVALID', `${schema}: ${left} data keys have the old key: rotate again`);
      if (keys.kind === 'file') await markRewrapped(keys.path);
      await store.audit.append({ action: 'kek.rotate', subject: kid, actor: 'operator' });
      lines.push(`${schema}\t${kid}\t${count} data keys`);
    }
    const [a, b] = stores.map(({ store }) => store);
    if (a !== undefined && b !== undefined) {
      const runnerOf = (schema: string) => (schema === a.schema ? a : b).database;
      const proof = await proveCanaries({ a, b, runnerOf }, lines.join('\n'));
      lines.push(`${proof.length} canary wallets signed`);
    }
    return [...lines, 'Run latchkit-gateway kek ceremony for the new keys'].join('\n');
  });
}

/** Destroys an old key once no data key, no mirror and no backup needs it. */
async function destroy(storeName: string, kid: string, env: Environment): Promise<string> {
  return withStores(readSettings(env), async stores => {
    const found = stores.find(({ store }) => (store.name === 'a' ? 'gateway' : 'vault') === storeName);
    if (found?.keys.kind !== 'file') throw invalidArgument(`The keys of '${storeName}' are in no file here`);
    const { store, keys, keyVault } = found;
    const left = await countOldWraps(store.database, store.schema, keyVault.currentKeyId());
    const { waiting } = await mirrorLag(store);
    if (left > 0 || waiting > 0) {
      const reason = `${left} data keys and ${waiting} changes of the mirror`;
      throw new BaseError('KEYS_INVALID', `${reason} still need old keys of ${store.schema}`);
    }
    await destroyKey(keys.path, kid, WALLET_TIMES.backups);
    await store.audit.append({ action: 'kek.destroy', subject: kid, actor: 'operator' });
    return `${kid}: destroyed`;
  });
}

/** Rebuilds a key file. If it is the key of a store here, the custodians' drill is done with it. */
async function restore(path: string, files: readonly string[], env: Environment): Promise<string> {
  const shares = await Promise.all(
    files.map(async file => {
      const parsed = keyShare.safeParse(await readFile(file, 'utf8').then(JSON.parse));
      if (!parsed.success) throw new BaseError('KEYS_INVALID', `${file} is no share of a key`);
      return parsed.data;
    }),
  );
  const { kid, key } = await joinShares(shares);
  const k = Buffer.from(key).toString('base64url');
  const isNew = await writeKeyFile(path, { keys: [{ kid, kty: 'oct', k, state: 'primary' }] });
  const made = written(path, isNew);
  const settings = await settingsWithKey(env, path, kid);
  if (settings === undefined) return made;
  const recorded = await withStores(settings, async stores => {
    const gateway = stores.find(({ store }) => store.name === 'a');
    if (gateway === undefined) return false;
    await recordDrill(gateway.store, 'custodians', null);
    return true;
  }).catch(() => false);
  return `${made}\n${recorded ? 'custodians: recorded' : 'Record it: latchkit-gateway drill record custodians'}`;
}

/** The settings, if another file in them has this key, so that its rebuilt copy was not needed. */
async function settingsWithKey(env: Environment, path: string, kid: string): Promise<Settings | undefined> {
  try {
    const settings = readSettings(env);
    for (const keys of [settings.wallet?.keys, settings.wallet?.vaultKeys]) {
      if (keys?.kind !== 'file' || resolve(keys.path) === resolve(path)) continue;
      const text = await readFile(keys.path, 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      if (keyRingContent.parse(JSON.parse(text)).keys.some(one => one.kid === kid)) return settings;
    }
  } catch {
    // A machine without the settings, where custodians meet.
  }
  return undefined;
}

function written(path: string, isNew: boolean): string {
  if (!isNew) throw invalidArgument(`There is a file ${path} already`);
  return path;
}
