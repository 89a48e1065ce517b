import { base64urlnopad } from '@scure/base';
import { type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';

const ALG = 'ECDH-ES';
const ENC = 'A256GCM';
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** What a JWE contained. */
export interface OpenedJwe {
  readonly content: Uint8Array<ArrayBuffer>;
  /** For whom it was sealed. */
  readonly apu: string;
  /** What it is about. */
  readonly apv: string;
}

/**
 * Encrypts bytes to a P-256 key as a compact JWE (RFC 7516): ECDH-ES (RFC 7518, 4.6), A256GCM.
 *
 * @param header - `kid` of the key; `apu` and `apv`, base64url.
 */
export async function sealJwe(
  content: Uint8Array<ArrayBuffer>,
  jwk: P256PublicJwk,
  header: { readonly kid?: string; readonly apu?: string; readonly apv?: string },
): Promise<string> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const head = textOf(utf8(JSON.stringify({ alg: ALG, enc: ENC, epk: { kty, crv, x, y }, ...header })));
  const key = await agree(privateKey, jwk, header, 'encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(head) },
    key,
    content,
  );
  const bytes = new Uint8Array(sealed);
  const [ciphertext, tag] = [bytes.subarray(0, -TAG_LENGTH), bytes.subarray(-TAG_LENGTH)];
  return `${head}..${textOf(iv)}.${textOf(ciphertext)}.${textOf(tag)}`;
}

/** Opens a JWE of that kind. @throws if it is another one, for another key, or changed. */
export async function openJwe(jwe: string, key: CryptoKey): Promise<OpenedJwe> {
  const [head = '', wrapped, iv = '', ciphertext = '', tag = '', ...rest] = jwe.split('.');
  if (wrapped !== '' || rest.length > 0) throw new Error('Not a JWE with direct agreement');
  const { alg, enc, epk, apu = '', apv = '', ...more }: Record<string, unknown> = JSON.parse(decoded(head));
  if (alg !== ALG || enc !== ENC || Object.keys(more).length > 0) throw new Error('Another kind of JWE');
  const parties = { apu: String(apu), apv: String(apv) };
  const parameters = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: utf8(head) };
  if (bytesOf(tag).length !== TAG_LENGTH) throw new Error('Not a complete tag');
  const content = await crypto.subtle.decrypt(
    parameters,
    await agree(key, p256PublicJwk.parse(epk), parties, 'decrypt'),
    Uint8Array.from([...bytesOf(ciphertext), ...bytesOf(tag)]),
  );
  return {
    content: new Uint8Array(content),
    apu: decoded(parties.apu),
    apv: decoded(parties.apv),
  };
}

/** Agrees on the content's key by ECDH and the Concat KDF (RFC 7518, 4.6.2; NIST SP 800-56A, 5.8.1). */
async function agree(
  privateKey: CryptoKey,
  { kty, crv, x, y }: P256PublicJwk,
  { apu = '', apv = '' }: { readonly apu?: string | undefined; readonly apv?: string | undefined },
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const theirs = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, CURVE, false, []);
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256),
  );
  const parts = [uint32(1), shared, sized(utf8(ENC)), sized(bytesOf(apu)), sized(bytesOf(apv)), uint32(256)];
  const input = Uint8Array.from(parts.flatMap(part => [...part]));
  const derived = await crypto.subtle.digest('SHA-256', input);
  for (const secret of [shared, input]) secret.fill(0);
  const key = await crypto.subtle.importKey('raw', derived, 'AES-GCM', false, [use]);
  new Uint8Array(derived).fill(0);
  return key;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => base64urlnopad.encode(bytes);
const bytesOf = (text: string) => Uint8Array.from(base64urlnopad.decode(text));
const decoded = (text: string) => new TextDecoder().decode(bytesOf(text));
const sized = (bytes: Uint8Array) => Uint8Array.from([...uint32(bytes.length), ...bytes]);

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
