import { CompactEncrypt, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSealed } from './openSealed.js';

const bytes = (text: string) => new TextEncoder().encode(text);

let keys: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
beforeAll(async () => {
  keys = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
});

/** Seals a text to the installation's key, as the wallet service does. */
const seal = (to: string, about: string) =>
  new CompactEncrypt(bytes('evidence'))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .setKeyManagementParameters({ apu: bytes(to), apv: bytes(about) })
    .encrypt(keys.publicKey);

describe('openSealed', () => {
  const open = async (to: string, about: string) =>
    openSealed(await seal(to, about), { sealingKey: keys.privateKey, jkt: 'mine' }, 'login');

  it('opens a text that was sealed for this installation and purpose', async () => {
    expect(await open('mine', 'login')).toBe('evidence');
  });

  it.each([
    ['installation', 'other', 'login'],
    ['purpose', 'mine', 'another login'],
  ])('refuses a text for another %s', async (_, to, about) => {
    await expect(open(to, about)).rejects.toThrow('another installation or purpose');
  });
});
