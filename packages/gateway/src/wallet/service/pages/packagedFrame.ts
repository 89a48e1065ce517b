import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FRAME_MANIFEST_PATH } from 'latchkit/protocol';
import { packageFile } from '../../../platform/packageFile.js';

/** The built wallet page, in the published package and in a built checkout. */
const FRAME = packageFile('frame');

/** Returns the folder of the gateway's wallet page, or undefined in a checkout without a build. */
export function packagedFrame(): string | undefined {
  return existsSync(join(FRAME, 'index.html')) ? FRAME : undefined;
}

/** Reads the signed manifest of a built wallet page without checking its signature; undefined if the build has none. */
export async function readSignedManifest(directory: string | undefined): Promise<unknown> {
  if (directory === undefined) return undefined;
  try {
    return JSON.parse(await readFile(join(directory, basename(FRAME_MANIFEST_PATH)), 'utf8'));
  } catch {
    return undefined;
  }
}
