/** Maximum number of bytes spread into one call: engines limit the number of arguments. */
const CHUNK = 8_192;

/** Standard base64 with padding (RFC 4648, section 4), as used by envelopes. */
export const base64 = {
  encode(bytes: Uint8Array): string {
    let binary = '';
    for (let at = 0; at < bytes.length; at += CHUNK) {
      binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
    }
    return btoa(binary);
  },

  /** @throws If `text` is not base64. */
  decode(text: string): Uint8Array {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  },

  /** Decodes untrusted text; returns undefined if it is not base64. */
  read(text: string): Uint8Array | undefined {
    try {
      return base64.decode(text);
    } catch {
      return undefined;
    }
  },

  /** URL-safe base64 without padding (RFC 4648, section 5), as used by tokens. */
  encodeUrl(bytes: Uint8Array): string {
    return base64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  },

  /** @throws If `text` is not base64url. */
  decodeUrl(text: string): Uint8Array {
    return base64.decode(text.replaceAll('-', '+').replaceAll('_', '/'));
  },
} as const;
