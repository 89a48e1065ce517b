import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { keyVaultConformance } from '../../../test/conformance/keyVaultConformance.js';
import { environmentKeyVault } from './environmentKeyVault.js';
import { fileKeyVault, makeKeyFile } from './fileKeyVault.js';
import { keyRing } from './keyRing.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-kek-'));
const dataDirectory = join(directory, 'data');
mkdirSync(dataDirectory);
const path = join(directory, 'a.json');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const open = (of = path) => fileKeyVault({ path: of, dataDirectory, createForDevelopment: true });
keyVaultConformance('fileKeyVault', open, () => open(join(directory, 'b.json')));
keyVaultConformance(
  'environmentKeyVault',
  async () => environmentKeyVault(Buffer.alloc(32, 1).toString('base64')),
  async () => environmentKeyVault(Buffer.alloc(32, 2).toString('base64')),
);

describe('fileKeyVault', () => {
  it('creates a development file that only its owner can read, once', async () => {
    await open();
    const before = readFileSync(path, 'utf8');
    expect((await open()).isForDevelopment).toBe(true);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([before, 0o600]);
    const own = join(directory, 'own.json');
    expect(await makeKeyFile(own, false)).toBe(true);
    expect((await open(own)).isForDevelopment).toBe(false);
  });

  it('writes the file atomically when replicas start at once, and leaves no other file', async () => {
    const folder = join(directory, 'together');
    const shared = join(folder, 'kek.json');
    const opening = Promise.all(Array.from({ length: 8 }, () => open(shared)));
    const seen = new Set<string>();
    let isOpen = false;
    void opening.then(() => {
      isOpen = true;
    });
    while (!isOpen) {
      if (existsSync(shared)) seen.add(readFileSync(shared, 'utf8'));
      await setImmediate();
    }
    expect([...seen]).toEqual([readFileSync(shared, 'utf8')]);
    expect(readdirSync(folder)).toEqual(['kek.json']);
  });

  it.each([0o644, 0o640, 0o604, 0o620])('refuses a file with mode %o [SEC-50]', async mode => {
    const loose = join(directory, `mode-${mode}.json`);
    await makeKeyFile(loose, true);
    chmodSync(loose, mode);
    await expect(open(loose)).rejects.toMatchObject({ code: 'KEYS_INVALID' });
  });

  it('refuses a missing file, one in the data directory, and an invalid one [SEC-50]', async () => {
    const refused = { code: 'KEYS_INVALID' };
    const missing = join(directory, 'missing.json');
    await expect(fileKeyVault({ path: missing, dataDirectory })).rejects.toMatchObject(refused);
    const inside = join(dataDirectory, 'deep', 'kek.json');
    await expect(open(inside)).rejects.toMatchObject(refused);
    for (const [index, text] of ['', '{}', '{"keys":[]}', '[1]'].entries()) {
      const broken = join(directory, `broken-${index}.json`);
      writeFileSync(broken, text, { mode: 0o600 });
      await expect(open(broken)).rejects.toMatchObject(refused);
    }
  });
});

describe('keyRing', () => {
  const k = (byte: number) => Buffer.alloc(32, byte).toString('base64url');
  const key = (kid: string, byte: number, state: string) => ({ kid, kty: 'oct', k: k(byte), state });

  it('wraps with the primary key and unwraps with older ones, but not with a destroyed one', async () => {
    const old = keyRing('test', { keys: [key('one', 1, 'primary')] });
    const wrapped = await old.wrap(Buffer.alloc(32, 9), 'row');
    const rotated = keyRing('test', { keys: [key('one', 1, 'decrypt-only'), key('two', 2, 'primary')] });
    expect((await rotated.wrap(Buffer.alloc(32), 'row')).keyId).toBe('two');
    expect(Buffer.from(await rotated.unwrap(wrapped, 'row'))).toEqual(Buffer.alloc(32, 9));
    const gone = keyRing('test', { keys: [key('one', 1, 'destroyed'), key('two', 2, 'primary')] });
    await expect(gone.unwrap(wrapped, 'row')).rejects.toMatchObject({ code: 'KEY_REFUSED' });
  });

  it('refuses two primary keys, no primary key, and a key of the wrong length', () => {
    const two = { keys: [key('one', 1, 'primary'), key('two', 2, 'primary')] };
    const none = { keys: [key('one', 1, 'decrypt-only')] };
    const short = { keys: [{ kid: 'one', kty: 'oct', k: 'AAAA', state: 'primary' }] };
    const refusal = expect.objectContaining({ code: 'KEYS_INVALID' });
    for (const content of [two, none, short]) expect(() => keyRing('test', content)).toThrow(refusal);
  });
});
