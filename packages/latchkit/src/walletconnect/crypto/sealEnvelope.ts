import { chacha20poly1305 } from '@noble/ciphers/chacha';
import { concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils';
import { base64 } from '../../protocol/bytes.js';

/** What comes before the sealed box: type 0 is for a key both sides have, type 1 brings the sender's public key. */
export const ENVELOPE = { shared: 0, withSender: 1 } as const;

export interface SealOptions {
  /** The sender's X25519 public key as hex: makes an envelope of type 1. */
  readonly senderPublicKey?: string | undefined;
  /** 12 bytes; only for test vectors. Default: random. */
  readonly iv?: Uint8Array | undefined;
}

/**
 * Encrypts a text with ChaCha20-Poly1305 (RFC 8439) and wraps it for the relay: type, sender's key for type 1, nonce,
 * sealed box; in base64.
 */
export function sealEnvelope(symKey: string, text: string, options: SealOptions = {}): string {
  const iv = options.iv ?? randomBytes(12);
  const sealed = chacha20poly1305(hexToBytes(symKey), iv).encrypt(utf8ToBytes(text));
  const head =
    options.senderPublicKey === undefined
      ? Uint8Array.of(ENVELOPE.shared)
      : concatBytes(Uint8Array.of(ENVELOPE.withSender), hexToBytes(options.senderPublicKey));
  return base64.encode(concatBytes(head, iv, sealed));
}
