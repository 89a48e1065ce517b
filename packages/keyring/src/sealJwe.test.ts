import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { p256PublicJwk } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { openJwe, sealJwe } from './sealJwe.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text64 = (text: string) => Buffer.from(text).toString('base64url');

async function receiver() {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  return { publicKey, privateKey, jwk: p256PublicJwk.parse(await exportJWK(publicKey)) };
}

describe('sealJwe', () => {
  it('seals what another implementation opens, and opens what it seals', async () => {
    const { publicKey, privateKey, jwk } = await receiver();
    const jwe = await sealJwe(bytes('share'), jwk, { kid: 'vault', apu: text64('ada') });
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
    expect(new TextDecoder().decode(plaintext)).toBe('share');
    expect(protectedHeader).toMatchObject({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: 'vault',
      apu: text64('ada'),
    });
    const sealed = await new CompactEncrypt(bytes('share'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .setKeyManagementParameters({ apu: bytes('ada'), apv: bytes('export') })
      .encrypt(publicKey);
    const opened = await openJwe(sealed, privateKey);
    expect([new TextDecoder().decode(opened.content), opened.apu, opened.apv]).toEqual([
      'share',
      'ada',
      'export',
    ]);
  });

  it('opens nothing that was changed, is for another key, or is of another kind', async () => {
    const { publicKey, privateKey, jwk } = await receiver();
    const jwe = await sealJwe(bytes('share'), jwk, { apu: text64('ada') });
    const parts = jwe.split('.');
    const changed = parts.map((part, at) => {
      const swapped = part === '' ? 'AAAA' : `${part[0] === 'A' ? 'B' : 'A'}${part.slice(1)}`;
      return parts.map((one, index) => (index === at ? swapped : one)).join('.');
    });
    for (const attempt of [...changed, `${jwe}.AAAA`, '', jwe.slice(0, -6)])
      await expect(openJwe(attempt, privateKey)).rejects.toThrow();
    await expect(openJwe(jwe, (await receiver()).privateKey)).rejects.toThrow();
    for (const header of [
      { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' },
      { alg: 'ECDH-ES', enc: 'A128GCM' },
      { alg: 'ECDH-ES', enc: 'A256GCM', zip: 'DEF' },
    ]) {
      const other = await new CompactEncrypt(bytes('share')).setProtectedHeader(header).encrypt(publicKey);
      await expect(openJwe(other, privateKey)).rejects.toThrow();
    }
  });
});
