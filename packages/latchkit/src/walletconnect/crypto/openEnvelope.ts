import { chacha20poly1305 } from '@noble/ciphers/chacha';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { base64 } from '../../protocol/bytes.js';
import { deriveSymKey } from './deriveSymKey.js';
import { ENVELOPE } from './sealEnvelope.js';

/** Maximum base64 characters; real wallet messages are about a thousand times smaller. */
const MAX_LENGTH = 2_000_000;

/** How to open a topic's messages: with the shared key, or with our private key and the sender's key in the envelope. */
export type OpeningKey =
  | { readonly symKey: string; readonly privateKey?: undefined }
  | { readonly privateKey: string; readonly symKey?: undefined };

export interface OpenedEnvelope {
  readonly text: string;
  /** Only in type 1. */
  readonly senderPublicKey: string | undefined;
}

/** Opens an envelope. Returns undefined if it is malformed, too large, of another type, or sealed with another key. */
export function openEnvelope(key: OpeningKey, message: string): OpenedEnvelope | undefined {
  if (message.length > MAX_LENGTH) return undefined;
  try {
    const bytes = base64.decode(message);
    const type = key.symKey === undefined ? ENVELOPE.withSender : ENVELOPE.shared;
    if (bytes[0] !== type) return undefined;
    const head = type === ENVELOPE.withSender ? 33 : 1;
    const senderPublicKey = head === 33 ? bytesToHex(bytes.subarray(1, 33)) : undefined;
    const symKey = key.symKey ?? deriveSymKey(key.privateKey, senderPublicKey ?? '');
    const box = chacha20poly1305(hexToBytes(symKey), bytes.subarray(head, head + 12));
    const opened = box.decrypt(bytes.subarray(head + 12));
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(opened), senderPublicKey };
  } catch {
    return undefined;
  }
}
