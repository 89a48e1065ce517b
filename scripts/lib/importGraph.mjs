import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const CODE = /\.(ts|tsx|mjs|js)$/;

/** Imports and re-exports of names, imports without names or at run time, and URLs of files. */
const FROM = /\b(import|export)\s+(type\s+)?([\w$*{}\s,]*?)\s*from\s*['"]([^'"]+)['"]/g;
const BARE = /\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
const LOCATED = /\bnew URL\(\s*['"](\.[^'"]+)['"]/g;

/** Package names, each with its entry file. */
const ALIASES = {
  latchkit: 'packages/latchkit/src/core/index.ts',
  '@latchkit/gateway': 'packages/gateway/src/index.ts',
  '@latchkit/keyring': 'packages/keyring/src/index.ts',
  '@latchkit/bitcoin-regtest': 'apps/bitcoin-regtest/src/index.ts',
  '@latchkit/solana-devnet': 'apps/solana-devnet/src/index.ts',
  '@latchkit/dev-bundler': 'apps/dev-bundler/src/index.ts',
  '@latchkit/dev-idp': 'apps/dev-idp/src/index.ts',
};

/** Returns the file that a specifier refers to, or undefined if it is unknown, such as a package. */
function resolve(from, specifier, known) {
  if (specifier.startsWith('latchkit/')) return `packages/latchkit/src/${specifier.slice(9)}/index.ts`;
  if (!specifier.startsWith('.')) return ALIASES[specifier];
  const plain = path.posix.join(path.posix.dirname(from), specifier);
  const stem = plain.replace(/\.js$/, '');
  return [plain, `${stem}.ts`, `${stem}.tsx`].find(file => known.has(file));
}

/** Returns the names in an import clause as `[exported name, local name]`; '*' means all. */
function namesOf(clause, types) {
  const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  const named = list
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '' && (types || !one.startsWith('type ')))
    .map(one => {
      const [there, here = there] = one.replace(/^type /, '').split(/\s+as\s+/);
      return [there, here];
    });
  const rest = clause
    .replace(/\{[^}]*\}/, '')
    .replaceAll(',', ' ')
    .trim();
  return rest === '' ? named : [...named, ['*', '*']];
}

/**
 * Lists what a file imports.
 *
 * @param {string} file
 * @param {string} text
 * @param {ReadonlySet<string>} known
 * @param {boolean} types whether types count; else only what is imported at run time
 * @returns {{ file: string, names: [string, string][], isExport: boolean }[]}
 */
function importsOf(file, text, known, types) {
  const found = [];
  const add = (specifier, names, isExport) => {
    const target = resolve(file, specifier, known);
    if (target !== undefined) found.push({ file: target, names, isExport });
  };
  for (const [, kind, isType, clause, specifier] of text.matchAll(FROM)) {
    const names = namesOf(clause, types);
    if ((types || isType === undefined) && names.length > 0) add(specifier, names, kind === 'export');
  }
  for (const [, specifier] of text.matchAll(BARE)) add(specifier, [['*', '*']], false);
  for (const [, specifier] of text.matchAll(LOCATED)) add(specifier, [['*', '*']], false);
  return found;
}

/** Checks whether a file only re-exports. Importers of a name from it need the file that declares the name. */
const isBarrel = (file, imports) =>
  path.posix.basename(file) === 'index.ts' && imports.length > 0 && imports.every(one => one.isExport);

/**
 * Builds the import graph of the repository's files.
 *
 * @param {readonly string[]} files paths from the root of the repository
 * @param {(file: string) => string} [read]
 * @param {{ types?: boolean }} [options] `types`: imports of types count too
 */
export function importGraph(
  files,
  read = file => readFileSync(inRoot(file), 'utf8'),
  { types = false } = {},
) {
  const code = files.filter(file => CODE.test(file));
  const known = new Set(code);
  const imports = new Map(code.map(file => [file, importsOf(file, read(file), known, types)]));
  /** Follows an exported name through barrels to the file that declares it. */
  const behind = (file, name, seen = new Set()) => {
    const own = imports.get(file) ?? [];
    if (!isBarrel(file, own) || seen.has(file)) return [file];
    const isNamed = own.some(one => one.names.some(([, here]) => here === name));
    const passed = own.flatMap(one =>
      one.names
        .filter(([, here]) => name === '*' || here === name || (here === '*' && !isNamed))
        .flatMap(([there, here]) => behind(one.file, here === '*' ? name : there, new Set([...seen, file]))),
    );
    return [file, ...passed];
  };
  const needed = new Map(
    [...imports].map(([file, own]) => [
      file,
      // Importers of a barrel depend on the declaring files instead.
      isBarrel(file, own) ? [] : own.flatMap(one => one.names.flatMap(([there]) => behind(one.file, there))),
    ]),
  );
  const neededBy = new Map();
  for (const [file, targets] of needed) {
    for (const target of targets) neededBy.set(target, [...(neededBy.get(target) ?? []), file]);
  }
  /** Returns the files that a step from file to file reaches, each with its distance. */
  const walk = (from, next) => {
    const distances = new Map([...from].map(file => [file, 0]));
    for (const file of distances.keys())
      for (const other of next(file))
        if (!distances.has(other)) distances.set(other, distances.get(file) + 1);
    return distances;
  };
  const importersOf = file => neededBy.get(file) ?? [];
  return {
    /** Returns the files that import a file. */
    importersOf,

    /**
     * Returns these files and all files that import one of them, directly or indirectly, each with the number of imports between.
     * Importers of a file where `isEnd` are left out, unless the file is one of these.
     *
     * @returns {Map<string, number>}
     */
    reachedBy: (changed, isEnd = () => false) =>
      walk(changed, file => (isEnd(file) && !changed.includes(file) ? [] : importersOf(file))),

    /** Returns these files and all that they import, directly or indirectly. @returns {string[]} */
    importedBy: from => [...walk(from, file => needed.get(file) ?? []).keys()],
  };
}
