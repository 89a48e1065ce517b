import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The built wallet page: in the published package, and in a checkout that was built. */
const FRAME = join(import.meta.dirname, '../../frame');

/** The folder of the wallet page that comes with the gateway; undefined in a checkout that was never built. */
export function packagedFrame(): string | undefined {
  return existsSync(join(FRAME, 'index.html')) ? FRAME : undefined;
}
