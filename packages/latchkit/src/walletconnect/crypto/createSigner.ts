import { hexToBytes } from '@noble/hashes/utils';
import { base64 } from '../../protocol/bytes.js';

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = '302e020100300506032b657004220420';

/** Signs with one Ed25519 key (RFC 8032). */
export interface Signer {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/**
 * Creates a signer from a private key, 32 bytes as hex. Uses Web Crypto where it supports Ed25519; the fallback (4 kB,
 * a few frames on a slow phone) is loaded only on pages without TLS and in browsers from before 2025.
 */
export async function createSigner(privateKey: string): Promise<Signer> {
  try {
    const { subtle } = crypto;
    const pkcs8 = Uint8Array.from(hexToBytes(PKCS8_HEAD + privateKey));
    const key = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
    const { x = '' } = await subtle.exportKey('jwk', key);
    return {
      publicKey: base64.decodeUrl(x),
      sign: async message => new Uint8Array(await subtle.sign('Ed25519', key, message)),
    };
  } catch {
    const { ed25519 } = await import('@noble/curves/ed25519');
    const seed = hexToBytes(privateKey);
    return { publicKey: ed25519.getPublicKey(seed), sign: async message => ed25519.sign(message, seed) };
  }
}
