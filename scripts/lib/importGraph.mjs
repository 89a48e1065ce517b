import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const CODE = /\.(ts|tsx|mjs|js)$/;

/** A statement that takes names from another file, one that only runs it, and one that loads it later. */
const FROM = /\b(import|export)\s+(type\s+)?([\w$*{}\s,]*?)\s*from\s*['"]([^'"]+)['"]/g;
const BARE = /\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
const LOCATED = /\bnew URL\(\s*['"](\.[^'"]+)['"]/g;

/** Entries that stand for a folder of the client. */
const ALIASES = {
  latchkit: 'packages/latchkit/src/core/index.ts',
  '@latchkit/gateway': 'packages/gateway/src/index.ts',
  '@latchkit/solana-devnet': 'apps/solana-devnet/src/index.ts',
};

/** The file that a specifier names; undefined for one that is not known, such as a package. */
function resolve(from, specifier, known) {
  if (specifier.startsWith('latchkit/')) return `packages/latchkit/src/${specifier.slice(9)}/index.ts`;
  if (!specifier.startsWith('.')) return ALIASES[specifier];
  const plain = path.posix.join(path.posix.dirname(from), specifier);
  const stem = plain.replace(/\.js$/, '');
  return [plain, `${stem}.ts`, `${stem}.tsx`].find(file => known.has(file));
}

/** The names that a clause takes: `[name there, name here]`; '*' is all of them. */
function namesOf(clause) {
  const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  const named = list
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '' && !one.startsWith('type '))
    .map(one => {
      const [there, here = there] = one.split(/\s+as\s+/);
      return [there, here];
    });
  const rest = clause
    .replace(/\{[^}]*\}/, '')
    .replaceAll(',', ' ')
    .trim();
  return rest === '' ? named : [...named, ['*', '*']];
}

/**
 * What a file needs at run time.
 *
 * @param {string} file
 * @param {string} text
 * @param {ReadonlySet<string>} known
 * @returns {{ file: string, names: [string, string][], isExport: boolean }[]}
 */
function importsOf(file, text, known) {
  const found = [];
  const add = (specifier, names, isExport) => {
    const target = resolve(file, specifier, known);
    if (target !== undefined) found.push({ file: target, names, isExport });
  };
  for (const [, kind, isType, clause, specifier] of text.matchAll(FROM)) {
    const names = namesOf(clause);
    if (isType === undefined && names.length > 0) add(specifier, names, kind === 'export');
  }
  for (const [, specifier] of text.matchAll(BARE)) add(specifier, [['*', '*']], false);
  for (const [, specifier] of text.matchAll(LOCATED)) add(specifier, [['*', '*']], false);
  return found;
}

/** Whether a file only passes on what others export: those who take a name from it need the file that has the name. */
const isBarrel = (file, imports) =>
  path.posix.basename(file) === 'index.ts' && imports.length > 0 && imports.every(one => one.isExport);

/**
 * Who needs whom, among the files of the repository.
 *
 * @param {readonly string[]} files from the root
 * @param {(file: string) => string} [read]
 */
export function importGraph(files, read = file => readFileSync(inRoot(file), 'utf8')) {
  const code = files.filter(file => CODE.test(file));
  const known = new Set(code);
  const imports = new Map(code.map(file => [file, importsOf(file, read(file), known)]));
  /** The files behind a name of a file: through barrels to where it is written. */
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
      // A barrel needs nothing for itself.
      isBarrel(file, own) ? [] : own.flatMap(one => one.names.flatMap(([there]) => behind(one.file, there))),
    ]),
  );
  const neededBy = new Map();
  for (const [file, targets] of needed) {
    for (const target of targets) neededBy.set(target, [...(neededBy.get(target) ?? []), file]);
  }
  return {
    /** The files that need one of these, directly or through others, and these themselves. */
    reachedBy(changed) {
      const reached = new Set(changed);
      const queue = [...reached];
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        for (const user of neededBy.get(file) ?? []) {
          if (!reached.has(user)) queue.push(user);
          reached.add(user);
        }
      }
      return reached;
    },
  };
}
