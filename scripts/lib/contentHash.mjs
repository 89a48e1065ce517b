import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** Lists all files under a path of the repository, or the path itself if it is a file; sorted, without tests. */
export function sourceFiles(place) {
  const full = inRoot(place);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [place];
  return readdirSync(full)
    .filter(name => name !== 'node_modules' && name !== 'dist' && !/\.test(-d|-support)?\.\w+$/.test(name))
    .sort()
    .flatMap(name => sourceFiles(path.posix.join(place, name)));
}

/** Returns one hash of the names and contents of all files under these paths. */
export function contentHash(places) {
  const hash = createHash('sha256').update(process.version);
  for (const file of places.flatMap(sourceFiles)) {
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
}
