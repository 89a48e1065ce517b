import { createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { bytesToHex } from '@noble/hashes/utils';
import { describe, expect, it } from 'vitest';
import { randomHex } from './randomHex.js';
import { didKeyOf, relayJwt } from './relayJwt.js';

/** RFC 8032, section 7.1, test 1. */
const SECRET = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

const read = (jwt: string) =>
  jwt
    .split('.')
    .slice(0, 2)
    .map(part => JSON.parse(Buffer.from(part, 'base64url').toString()));

describe('relayJwt', () => {
  it('produces the signature of RFC 8032, section 7.1', async () => {
    expect(bytesToHex(ed25519.getPublicKey(SECRET))).toBe(PUBLIC);
    expect(bytesToHex(ed25519.sign(new Uint8Array(), SECRET))).toBe(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    );
    const jwt = await relayJwt({ privateKey: SECRET, audience: 'wss://relay.example', subject: 'x', now: 0 });
    const at = jwt.lastIndexOf('.');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(PUBLIC, 'hex').toString('base64url') };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(
      verify(null, Buffer.from(jwt.slice(0, at)), key, Buffer.from(jwt.slice(at + 1), 'base64url')),
    ).toBe(true);
  });

  it("creates the specification's example token byte for byte", async () => {
    const jwt = await relayJwt({
      privateKey: '58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295',
      audience: 'wss://relay.walletconnect.com',
      subject: 'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e',
      // Our tokens are backdated by ten minutes.
      now: (1_656_910_097 + 43_200) * 1_000,
    });
    expect(jwt).toBe(
      'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA',
    );
  });

  it('is valid for 24 hours and contains the client, the relay and a random subject', async () => {
    const now = Date.UTC(2026, 0, 1);
    const subject = randomHex();
    const [header, payload] = read(
      await relayJwt({ privateKey: SECRET, audience: 'wss://relay.example', subject, now }),
    );
    expect(header).toEqual({ alg: 'EdDSA', typ: 'JWT' });
    expect(payload).toMatchObject({ aud: 'wss://relay.example', sub: subject });
    expect(payload.iss).toBe(didKeyOf(Buffer.from(PUBLIC, 'hex')));
    expect(payload.iss).toMatch(/^did:key:z6Mk[1-9A-HJ-NP-Za-km-z]+$/);
    expect(payload.exp - payload.iat).toBe(86_400);
    expect(payload.iat).toBeLessThan(now / 1_000);
  });
});
