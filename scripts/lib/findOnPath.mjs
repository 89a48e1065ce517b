import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Says whether a file is a program that can be run. */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first program on PATH with one of these names, else undefined. */
export function findOnPath(names, env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(folder => folder !== '');
  return folders.flatMap(folder => names.map(name => path.join(folder, name))).find(isProgram);
}
