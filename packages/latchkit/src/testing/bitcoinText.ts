/** Bytes as hex. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of hex. */
export function fromHexText(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
}
