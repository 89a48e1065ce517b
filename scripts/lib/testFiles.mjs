import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const places = ['packages', 'apps', 'e2e', 'examples', 'scripts', 'bench'];

/** Lists the test files of the repository, from its root. */
export function testFiles() {
  return places.flatMap(filesIn);
}

function filesIn(place) {
  if (statSync(inRoot(place), { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(inRoot(place), { withFileTypes: true }).flatMap(entry => {
    const file = path.posix.join(place, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|dist|\.next|\.output)$/.test(entry.name) ? [] : filesIn(file);
    return /\.test(-d)?\.(ts|tsx|mjs)$/.test(entry.name) ? [file] : [];
  });
}
