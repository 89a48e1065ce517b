import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The package's manifest, next to `src` in a checkout and next to `dist` in the published package. */
const MANIFEST = join(import.meta.dirname, '../package.json');

/** The version of this package. */
export function version(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(MANIFEST, 'utf8'))).version;
}
