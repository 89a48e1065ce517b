import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** Returns an absolute path for a path inside the repository. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** The scripts' cache, which is deleted together with node_modules. */
export const cacheDir = inRoot('node_modules/.cache/latchkit');

/** Returns the path of a package's command-line program, to run with `node` (no shell, no shim). */
export const bin = file => inRoot('node_modules', file);
