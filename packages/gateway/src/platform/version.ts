import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { packageFile } from './packageFile.js';

/** The version of this package. */
export function version(): string {
  return z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))).version;
}
