/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
}

/** Decodes base64; returns undefined for invalid input. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
