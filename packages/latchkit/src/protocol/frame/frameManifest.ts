import * as z from 'zod/mini';
import { base64 } from '../bytes.js';

/** A file's hash in the format of Subresource Integrity. */
const fileHash = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

const frameManifest = z.object({
  /** The release, as in the wallet page's READY message. */
  version: z.string(),
  /** Signed by a key of the folder that built it, not by a release key. */
  isDevelopment: z.boolean(),
  /** Every served file by its path in the build. */
  files: z.record(z.string(), fileHash),
  /** The scripts of each page. */
  scripts: z.record(z.string(), z.array(fileHash)),
  /** The keyring's Worker, whose hash is in the wallet page's script. */
  worker: fileHash,
  /** The offline tool, which is not served. */
  offlineTool: z.optional(fileHash),
});

/** The files of a build of the wallet page. */
export type FrameManifest = z.infer<typeof frameManifest>;

/** A manifest with its signature: a flattened JWS (RFC 7515). */
const signedFrameManifest = z.object({
  payload: z.string(),
  protected: z.string(),
  signature: z.string(),
});

/** The path on the wallet service where the signed manifest is. */
export const FRAME_MANIFEST_PATH = '/.well-known/latchkit-frame.json';

/** The file of the wallet page in the build. */
export const FRAME_PAGE_FILE = 'index.html';

/**
 * Checks a signed manifest.
 *
 * @param key - The public key: an uncompressed point on P-256, in base64url.
 * @returns undefined if the signature or the manifest is invalid.
 */
export async function readFrameManifest(signed: unknown, key: string): Promise<FrameManifest | undefined> {
  const parsed = signedFrameManifest.safeParse(signed);
  if (!parsed.success) return undefined;
  const { payload, protected: header, signature } = parsed.data;
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const point = await crypto.subtle.importKey('raw', bytesOf(key), algorithm, false, ['verify']);
    const content = new TextEncoder().encode(`${header}.${payload}`);
    if (!(await crypto.subtle.verify(algorithm, point, bytesOf(signature), content))) return undefined;
    const { typ } = parseText(header) as { typ?: unknown };
    // A key that signs other things too must not make them manifests.
    return typ === 'latchkit-frame+json' ? frameManifest.parse(parseText(payload)) : undefined;
  } catch {
    return undefined;
  }
}

/** The public key that a signed manifest names as its own; whether it signed it is not checked. */
export function frameManifestSigner(signed: unknown): string | undefined {
  const parsed = signedFrameManifest.safeParse(signed);
  if (!parsed.success) return undefined;
  try {
    const { kid } = parseText(parsed.data.protected) as { kid?: unknown };
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

const parseText = (encoded: string): unknown => JSON.parse(new TextDecoder().decode(bytesOf(encoded)));

const bytesOf = (text: string) => new Uint8Array(base64.decodeUrl(text));
