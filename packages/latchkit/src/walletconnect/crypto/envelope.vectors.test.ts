import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyPair } from './createKeyPair.js';
import { deriveSymKey } from './deriveSymKey.js';
import { openEnvelope } from './openEnvelope.js';
import { randomHex } from './randomHex.js';
import { sealEnvelope } from './sealEnvelope.js';

/** RFC 8439, section 2.8.2. Its tag also covers additional data, which envelopes don't have. */
const KEY = '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f';
const IV = '070000004041424344454647';
const TEXT =
  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
const CIPHERTEXT =
  'd31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116';

const bytesOf = (envelope: string) => Buffer.from(envelope, 'base64');

describe('sealEnvelope', () => {
  it('seals as RFC 8439, section 2.8.2: type, nonce, ciphertext, tag', () => {
    const sealed = bytesOf(sealEnvelope(KEY, TEXT, { iv: Buffer.from(IV, 'hex') }));
    const node = createCipheriv('chacha20-poly1305', Buffer.from(KEY, 'hex'), Buffer.from(IV, 'hex'), {
      authTagLength: 16,
    });
    node.update(TEXT);
    node.final();
    expect(sealed.toString('hex')).toBe(`00${IV}${CIPHERTEXT}${node.getAuthTag().toString('hex')}`);
  });

  it("includes the sender's key in type 1", () => {
    const { publicKey } = createKeyPair();
    const sealed = bytesOf(sealEnvelope(KEY, 'hello', { senderPublicKey: publicKey }));
    expect(sealed[0]).toBe(1);
    expect(sealed.subarray(1, 33).toString('hex')).toBe(publicKey);
    expect(sealed).toHaveLength(1 + 32 + 12 + 5 + 16);
  });

  it('never reuses a nonce', () => {
    const nonces = Array.from({ length: 200 }, () =>
      bytesOf(sealEnvelope(KEY, 'x')).subarray(1, 13).toString('hex'),
    );
    expect(new Set(nonces).size).toBe(200);
  });
});

describe('openEnvelope', () => {
  it('opens what was sealed, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
        const key = randomHex();
        expect(openEnvelope({ symKey: key }, sealEnvelope(key, text))?.text).toBe(text);
      }),
    );
  });

  it("opens type 1 with our private key and the sender's public key", () => {
    const [page, wallet] = [createKeyPair(), createKeyPair()];
    const symKey = deriveSymKey(wallet.privateKey, page.publicKey);
    const sealed = sealEnvelope(symKey, '{"id":1}', { senderPublicKey: wallet.publicKey });
    expect(openEnvelope({ privateKey: page.privateKey }, sealed)).toEqual({
      text: '{"id":1}',
      senderPublicKey: wallet.publicKey,
    });
    expect(openEnvelope({ privateKey: createKeyPair().privateKey }, sealed)).toBeUndefined();
  });

  it('rejects another type, another key, a flipped bit, malformed input and input that is too large', () => {
    const sealed = bytesOf(sealEnvelope(KEY, TEXT));
    expect(openEnvelope({ symKey: randomHex() }, sealed.toString('base64'))).toBeUndefined();
    expect(
      openEnvelope({ privateKey: createKeyPair().privateKey }, sealed.toString('base64')),
    ).toBeUndefined();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openEnvelope({ symKey: KEY }, changed.toString('base64'))).toBeUndefined();
      expect(openEnvelope({ symKey: KEY }, sealed.subarray(0, at).toString('base64'))).toBeUndefined();
    }
    for (const text of ['', '*', 'AA', 'AQ==', 'Ag==', 'A'.repeat(2_000_004)]) {
      expect(openEnvelope({ symKey: KEY }, text)).toBeUndefined();
    }
    const smallOrder = Buffer.concat([Buffer.of(1), Buffer.alloc(32), Buffer.alloc(40)]).toString('base64');
    expect(openEnvelope({ privateKey: createKeyPair().privateKey }, smallOrder)).toBeUndefined();
  });
});
