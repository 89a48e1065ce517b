import { chacha20poly1305 } from '@noble/ciphers/chacha';
import { concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils';
import { base64 } from '../../protocol/bytes.js';

/** First byte of an envelope: type 0 uses the shared key, type 1 includes the sender's public key. */
export const ENVELOPE = { shared: 0, withSender: 1 } as const;

export interface SealOptions {
  /** The sender's X25519 public key as hex; if set, the envelope is of type 1. */
  readonly senderPublicKey?: string | undefined;
  /** 12 bytes. Set it only for test vectors. Default: random. */
  readonly iv?: Uint8Array | undefined;
}

/**
 * Encrypts a text with ChaCha20-Poly1305 (RFC 8439) and encodes it for the relay as base64: type, sender's key (type 1
 * only), nonce, sealed box.
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
