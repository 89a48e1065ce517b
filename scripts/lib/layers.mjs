import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { ResolverFactory } from 'rolldown/experimental';
import { parseSync, Visitor } from 'rolldown/utils';

const CODE = /\.(ts|tsx|mts|js|jsx|mjs|cjs)$/;
const BUILT_IN = new Set(builtinModules);

/**
 * An import: the file that has it, what it refers to, and its kinds: `type-only`, `core` (of Node), `npm`, `npm-dev`, `npm-peer` and
 * `npm-no-pkg` (no package.json lists it).
 *
 * @typedef {{ from: string, to: string, kinds: readonly string[], isFound: boolean }} Import
 */

/** Lists the specifiers that a file imports or exports from, each with whether only types are meant. */
function specifiersOf(file, text) {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const isOnlyTypes = entries => entries.length > 0 && entries.every(({ isType }) => isType);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: isOnlyTypes(entries),
    })),
    ...module.staticExports.map(({ entries }) => {
      const from = entries.filter(({ moduleRequest }) => moduleRequest !== null);
      return { specifier: from[0]?.moduleRequest.value, isType: isOnlyTypes(from) };
    }),
  ].filter(({ specifier }) => specifier !== undefined);
  if (!/\bimport\s*\(/.test(text)) return found;
  const add = (node, isType) => {
    if (node?.type === 'Literal' && typeof node.value === 'string')
      found.push({ specifier: node.value, isType });
  };
  new Visitor({
    ImportExpression: ({ source }) => add(source, false),
    TSImportType: ({ source }) => add(source, true),
  }).visit(program);
  return found;
}

/** Lists the kinds of a package for a file, by the `package.json` files of its folder and of those above. */
function createPackageKinds(cwd) {
  const lists = new Map();
  const manifestsOf = folder => {
    if (lists.has(folder)) return lists.get(folder);
    const file = path.join(cwd, folder, 'package.json');
    const own = existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : [];
    const all = folder === '.' ? own : [...own, ...manifestsOf(path.posix.dirname(folder))];
    lists.set(folder, all);
    return all;
  };
  return (file, name) => {
    const manifests = manifestsOf(path.posix.dirname(file));
    const has = key => manifests.some(manifest => manifest[key]?.[name] !== undefined);
    const kinds = [
      ...(has('dependencies') || has('optionalDependencies') ? ['npm'] : []),
      ...(has('devDependencies') ? ['npm-dev'] : []),
      ...(has('peerDependencies') ? ['npm-peer'] : []),
    ];
    return kinds.length > 0 ? kinds : ['npm-no-pkg'];
  };
}

/**
 * Reads the imports of all code in folders of a repository, and of the files that they import.
 *
 * @param {string} cwd
 * @param {readonly string[]} folders
 * @param {RegExp} excluded
 * @returns {{ files: ReadonlySet<string>, imports: readonly Import[] }}
 */
function readImports(cwd, folders, excluded) {
  const resolver = new ResolverFactory({
    tsconfig: { configFile: path.join(cwd, 'tsconfig.json') },
    conditionNames: ['import', 'types', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mjs', '.mts'] },
  });
  const packageKinds = createPackageKinds(cwd);
  const relative = file => path.relative(cwd, file).split(path.sep).join('/');
  const isOwn = file => !file.startsWith('..') && !/(^|\/)node_modules\//.test(file) && !excluded.test(file);

  /** Resolves a specifier. */
  const importOf = (from, { specifier, isType }) => {
    const only = isType ? ['type-only'] : [];
    if (specifier.startsWith('node:') || BUILT_IN.has(specifier))
      return { from, to: specifier, kinds: ['core', ...only], isFound: true };
    const { path: found } = resolver.sync(path.dirname(path.join(cwd, from)), specifier);
    // A bundler's suffix, such as `?inline`, is not in the file's name.
    const to = found === undefined ? specifier : relative(found).replace(/\?.*$/, '');
    const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    const isPackage = !specifier.startsWith('.') && /(^|\/)node_modules\//.test(to);
    return {
      from,
      to,
      kinds: [...only, ...(isPackage ? packageKinds(from, name) : [])],
      isFound: found !== undefined,
    };
  };

  const files = new Set(folders.flatMap(folder => codeIn(cwd, folder)).filter(isOwn));
  const imports = [];
  for (const file of files) {
    for (const one of specifiersOf(file, readFileSync(path.join(cwd, file), 'utf8'))) {
      const found = importOf(file, one);
      if (excluded.test(found.to)) continue;
      imports.push(found);
      if (found.isFound && CODE.test(found.to) && isOwn(found.to)) files.add(found.to);
    }
  }
  return { files, imports };
}

function codeIn(cwd, folder) {
  return readdirSync(path.join(cwd, folder), { withFileTypes: true }).flatMap(entry => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : codeIn(cwd, file);
    return CODE.test(entry.name) ? [file] : [];
  });
}

/** Joins the patterns of a rule, with the groups that matched in the importing file for `$1`, `$2` … */
function patternOf(given, groups) {
  if (given === undefined) return undefined;
  const text = [given]
    .flat()
    .join('|')
    .replace(/\$(\d)/g, (whole, index) => groups[Number(index)] ?? whole);
  return new RegExp(text);
}

/** Tells whether a rule forbids an import. */
function isForbidden({ from, to }, one, matchOf) {
  const groups = matchOf(from, one.from);
  if (groups === undefined) return false;
  const { kinds } = one;
  if (to.couldNotResolve && one.isFound) return false;
  if (to.dependencyTypes && !to.dependencyTypes.some(kind => kinds.includes(kind))) return false;
  if (to.dependencyTypesNot?.some(kind => kinds.includes(kind))) return false;
  if (to.path && !patternOf(to.path, groups).test(one.to)) return false;
  return !(to.pathNot && patternOf(to.pathNot, groups).test(one.to));
}

/** Creates a function that matches an importing file with a rule, and keeps what it found: a file has many imports. */
function createMatcher() {
  const known = new Map();
  return (from, file) => {
    const byFile = known.get(from) ?? new Map();
    known.set(from, byFile);
    if (!byFile.has(file)) {
      const found = from.path === undefined ? [file] : patternOf(from.path, []).exec(file);
      const isOut = found === null || (from.pathNot !== undefined && patternOf(from.pathNot, []).test(file));
      byFile.set(file, isOut ? undefined : [...found]);
    }
    return byFile.get(file);
  };
}

/** Returns the shortest way from a file back to itself, or undefined. */
function cycleOf(start, targets) {
  const before = new Map();
  const queue = [start];
  for (const file of queue)
    for (const next of targets.get(file) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = file; at !== start; at = before.get(at)) way.unshift(at);
        return way;
      }
      if (!before.has(next)) {
        before.set(next, file);
        queue.push(next);
      }
    }
  return undefined;
}

/** Removes files that nothing of the rest imports or that import nothing of the rest: none of them is in a cycle. */
function withoutEnds(imports) {
  let rest = imports;
  for (;;) {
    const [importing, imported] = [new Set(rest.map(({ from }) => from)), new Set(rest.map(({ to }) => to))];
    const left = rest.filter(({ from, to }) => imported.has(from) && importing.has(to));
    if (left.length === rest.length) return left;
    rest = left;
  }
}

/**
 * Checks the imports in folders of a repository.
 *
 * @param {string} cwd
 * @param {readonly string[]} folders
 * @param {string} rulesFile
 * @returns {{ files: ReadonlySet<string>, imports: readonly Import[], violations: readonly string[] }} a line for each violation
 */
export function checkLayers(cwd, folders, rulesFile) {
  const { forbidden, exclude } = createRequire(import.meta.url)(rulesFile);
  const { files, imports } = readImports(cwd, folders, new RegExp(exclude));
  const violations = [];
  const matchOf = createMatcher();
  for (const rule of forbidden.filter(({ to }) => !to.circular)) {
    for (const one of imports)
      if (isForbidden(rule, one, matchOf)) violations.push(`${rule.name}: ${one.from} → ${one.to}`);
  }
  for (const { name, to } of forbidden.filter(rule => rule.to.circular)) {
    const counted = withoutEnds(
      imports.filter(({ kinds }) => !to.viaOnly.dependencyTypesNot.some(kind => kinds.includes(kind))),
    );
    const targets = new Map();
    for (const one of counted) targets.set(one.from, [...(targets.get(one.from) ?? []), one.to]);
    for (const file of targets.keys()) {
      const way = cycleOf(file, targets);
      if (way) violations.push(`${name}: ${file} → ${way.join(' → ')}`);
    }
  }
  return { files, imports, violations };
}
