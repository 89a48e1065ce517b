import { bytesToHex } from 'viem';

/** The text of a message's bytes; hex where they are no text. */
export function readableBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Control characters would hide what follows, or look like something else.
    return /[\p{Cc}\p{Cf}]/u.test(text.replace(/[\n\r\t]/g, '')) ? bytesToHex(bytes) : text;
  } catch {
    return bytesToHex(bytes);
  }
}
