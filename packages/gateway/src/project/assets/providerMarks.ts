import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDER_NAMES } from 'latchkit/protocol';
import { packageFile } from '../../platform/packageFile.js';

/** Output of scripts/generateProviderMarks.mjs, in the published package and in a checkout. */
const FOLDER = packageFile('providerMarks');

/** Marks of the login providers by id, as SVG. Reads files, so call it only at startup. */
export function providerMarks(): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(PROVIDER_NAMES).map(id => [id, readFileSync(join(FOLDER, `${id}.svg`), 'utf8').trim()]),
  );
}
