import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../platform/packageFile.js';

/** The built wallet page, in the published package and in a built checkout. */
const FRAME = packageFile('frame');

/** Returns the folder of the gateway's wallet page, or undefined in a checkout without a build. */
export function packagedFrame(): string | undefined {
  return existsSync(join(FRAME, 'index.html')) ? FRAME : undefined;
}
