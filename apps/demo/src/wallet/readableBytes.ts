import { bytesToHex } from 'viem';

/** A message's bytes as text, or as hex if they are not text. */
export function readableBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Control characters could hide or imitate other text.
    return /[\p{Cc}\p{Cf}]/u.test(text.replace(/[\n\r\t]/g, '')) ? bytesToHex(bytes) : text;
  } catch {
    return bytesToHex(bytes);
  }
}
