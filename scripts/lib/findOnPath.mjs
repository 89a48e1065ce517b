import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Checks whether a file is an executable program. */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the first program on PATH with one of these names, or undefined. */
export function findOnPath(names, env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(folder => folder !== '');
  return folders.flatMap(folder => names.map(name => path.join(folder, name))).find(isProgram);
}
