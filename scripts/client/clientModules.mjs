import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Ends the id of a module's copy in the code that loads later. */
const LATER = '?later';

export const isLater = id => id.endsWith(LATER);
const fileOf = id => id.replace(LATER, '');

/** The place of a module in the sources, without its extension: `core/start`. */
export const nameOf = (source, id) =>
  path
    .relative(source, fileOf(id))
    .split(path.sep)
    .join('/')
    .replace(/\.tsx?$/, '');

function resolve(specifier, importer) {
  const base = path.resolve(path.dirname(fileOf(importer)), specifier.replace(/\.js$/, ''));
  const file = [`${base}.ts`, `${base}.tsx`].find(existsSync);
  if (!file) throw new Error(`${importer} imports ${specifier}, which is not there`);
  return file;
}

/** Resolves the modules of an entry and what they import at once, as they are. Whatever comes later is left out. */
export const onlyFirst = {
  name: 'only-first',
  resolveId(specifier, importer, { kind }) {
    if (importer === undefined) return undefined;
    if (kind === 'dynamic-import' || !/^[./]/.test(specifier)) return { id: specifier, external: true };
    return specifier.startsWith('/') ? specifier : resolve(specifier, importer);
  },
};

/**
 * Resolves what a dynamic import loads, and all that it imports, to copies of the modules. So a module that a host imports
 * and a view needs as well can stand alone for the one and in a chunk for the other.
 *
 * @param {(file: string) => boolean} isSingle modules of which there is one copy
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

/** What holds state or an identity in a module: two copies would be two contexts, or two classes of one name. */
const IDENTITY = /^(?:export )?(?:const \w+(?:: [^=]+)? = (?:createContext|new WeakMap|Symbol)\b|let )/m;

/** Says for a module's source whether there may be one copy only. `known`: names of classes that something compares with. */
export function holdsIdentity(code, known) {
  if (IDENTITY.test(code)) return true;
  return [...code.matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].some(([, name]) => known.has(name));
}
