import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Path of a file or folder that the package ships next to its code, whose place differs between sources, `dist` and bundles. */
export function packageFile(path: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(folder, path);
}
