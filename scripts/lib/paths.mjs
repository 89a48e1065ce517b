import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** A path inside the repository. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** Where scripts keep what they may lose: it goes with node_modules. */
export const cacheDir = inRoot('node_modules/.cache/latchkit');

/** The path of a package's command line program, to be run with `node` (no shell, no shim). */
export const bin = file => inRoot('node_modules', file);
