import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Suffix of the module ids in the code that loads later. */
const LATER = '?later';

export const isLater = id => id.endsWith(LATER);
const fileOf = id => id.replace(LATER, '');

/** Returns the path of a module in the sources without its extension: `core/start`. */
export const nameOf = (source, id) =>
  path
    .relative(source, fileOf(id))
    .split(path.sep)
    .join('/')
    .replace(/\.tsx?$/, '');

function resolve(specifier, importer) {
  const base = path.resolve(path.dirname(fileOf(importer)), specifier.replace(/\.js$/, ''));
  const file = [`${base}.ts`, `${base}.tsx`].find(existsSync);
  if (!file) throw new Error(`${importer} imports ${specifier}, which does not exist`);
  return file;
}

/** Resolves the modules of an entry and their static imports unchanged. Dynamic imports are left out. */
export const onlyFirst = {
  name: 'only-first',
  resolveId(specifier, importer, { kind }) {
    if (importer === undefined) return undefined;
    if (kind === 'dynamic-import' || !/^[./]/.test(specifier)) return { id: specifier, external: true };
    return specifier.startsWith('/') ? specifier : resolve(specifier, importer);
  },
};

/**
 * Resolves dynamically imported modules, and everything they import, to copies. A module that both a host and a view need is then
 * a separate file for the host and part of a chunk for the view.
 *
 * @param {(file: string) => boolean} isSingle whether a module may have only one copy
 * @param {string} schemas the module through which the code that loads later uses zod
 */
export const splitLater = (isSingle, schemas) => ({
  name: 'split-later',
  resolveId(specifier, importer, { kind }) {
    if (importer === undefined) return undefined;
    if (specifier === 'zod/mini' && isLater(importer)) return schemas;
    if (!specifier.startsWith('.')) return { id: specifier, external: true };
    const file = resolve(specifier, importer);
    return kind === 'dynamic-import' || (isLater(importer) && !isSingle(file)) ? `${file}${LATER}` : file;
  },
  load(id) {
    if (!isLater(id)) return undefined;
    const file = fileOf(id);
    return { code: readFileSync(file, 'utf8'), moduleType: path.extname(file).slice(1) };
  },
});

/** Matches module state and identities: two copies would be two contexts, or two classes with one name. */
const IDENTITY = /^(?:export )?(?:const \w+(?:: [^=]+)? = (?:createContext|new WeakMap|Symbol)\b|let )/m;

/** Checks whether a module may have only one copy. `known`: names of classes that code compares with. */
export function holdsIdentity(code, known) {
  if (IDENTITY.test(code)) return true;
  return [...code.matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].some(([, name]) => known.has(name));
}
