import { chacha20poly1305 } from '@noble/ciphers/chacha';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { base64 } from '../../protocol/bytes.js';
import { deriveSymKey } from './deriveSymKey.js';
import { ENVELOPE } from './sealEnvelope.js';

/** Characters of base64: what a wallet sends is a thousand times smaller. */
const MAX_LENGTH = 2_000_000;

/** How a topic's messages are opened: with a key both sides have, or with ours and the sender's that the envelope brings. */
export type OpeningKey =
  | { readonly symKey: string; readonly privateKey?: undefined }
  | { readonly privateKey: string; readonly symKey?: undefined };

export interface OpenedEnvelope {
  readonly text: string;
  /** Of type 1 only. */
  readonly senderPublicKey: string | undefined;
}

/** Opens an envelope. Undefined: malformed, too large, of another type than the key is for, or not made with the key. */
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
