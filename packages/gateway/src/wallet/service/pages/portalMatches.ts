import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { frameManifestSigner, readFrameManifest } from 'latchkit/protocol';
import { packagedFrame, readSignedManifest } from './packagedFrame.js';

/** The portal's page. */
const PORTAL_PAGE = 'me.html';

/**
 * Whether a folder contains the portal, and every file as a signed manifest says.
 *
 * @param key - The public key of the signature. Default: the one that signed the wallet page of this package.
 */
export async function portalMatches(directory: string, key?: string): Promise<boolean> {
  const signer = key ?? frameManifestSigner(await readSignedManifest(packagedFrame()));
  if (signer === undefined) return false;
  const manifest = await readFrameManifest(await readSignedManifest(directory), signer);
  if (manifest?.files[PORTAL_PAGE] === undefined) return false;
  try {
    for (const [file, wanted] of Object.entries(manifest.files)) {
      const hash = createHash('sha384')
        .update(await readFile(join(directory, file)))
        .digest('base64');
      if (wanted !== `sha384-${hash}`) return false;
    }
    return true;
  } catch {
    return false;
  }
}
