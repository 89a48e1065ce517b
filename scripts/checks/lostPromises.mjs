import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { allFiles } from '../lib/affected.mjs';
import { parse } from '../lib/findStubs.mjs';
import { inRoot } from '../lib/paths.mjs';

/** The helper that registers a promise, and its file. */
const HELPER = 'awaitedLater';
const HELPER_FILE = 'scripts/lib/awaitedLater.mjs';

/** Tests and their support. */
const TESTING = /\.test(-support)?\.(ts|tsx|mjs)$|^e2e\/.*\.tsx?$|^packages\/[^/]+\/test\/.*\.ts$/;

/**
 * Finds the promises that a test starts and awaits only after it has awaited something else, without the helper: `const … = f()`, then
 * other steps, then `await …`.
 *
 * @param {string} file from the root of the repository
 * @param {string} source
 * @returns {{ name: string, line: number, start: number, end: number, isList: boolean }[]} `start` and `end` of the call that starts
 *   it; `isList`: it starts several, which are awaited as `Promise.all(name)`
 */
export function lostPromises(file, source) {
  const tree = parse(file, source);
  const found = [];
  const visit = node => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && mayReject(node.initializer)) {
      const name = node.name.text;
      const [start, end] = [node.initializer.getStart(), node.initializer.getEnd()];
      const line = tree.getLineAndCharacterOfPosition(start).line + 1;
      const use = useAfterOthers(node, name);
      if (use !== undefined && isAwaited(use)) found.push({ name, line, start, end, isList: isList(use) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Whether an expression is a call, and neither one of the helper nor one whose promise never rejects. */
function mayReject(node) {
  if (node === undefined || !ts.isCallExpression(node)) return false;
  const callee = node.expression;
  if (ts.isIdentifier(callee)) return callee.text !== HELPER;
  return !ts.isPropertyAccessExpression(callee) || !/^(catch|allSettled)$/.test(callee.name.text);
}

/** Returns the first use of a declared name, if something else is awaited before it. */
function useAfterOthers(declaration, name) {
  const statement = declaration.parent.parent;
  let isBetween = false;
  /** The first use, and whether another promise was awaited before it. */
  let first;
  const visit = node => {
    if (first !== undefined) return;
    if (ts.isIdentifier(node) && node.text === name && !isProperty(node)) first = { node, isBetween };
    ts.forEachChild(node, visit);
    if (ts.isAwaitExpression(node)) isBetween = true;
  };
  const { statements = [] } = statement.parent;
  for (const next of statements.slice(statements.indexOf(statement) + 1)) visit(next);
  return first?.isBetween ? first.node : undefined;
}

const isProperty = node =>
  (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) &&
  node.parent.name === node;

/** Whether a use awaits the promise: alone, with others, or in an expectation. */
function isAwaited(node) {
  const { parent } = node;
  if (ts.isAwaitExpression(parent)) return true;
  const call = ts.isArrayLiteralExpression(parent) ? parent.parent : parent;
  if (!ts.isCallExpression(call)) return false;
  const callee = call.expression.getText();
  const chained = call.parent;
  const isExpected =
    callee === 'expect' &&
    ts.isPropertyAccessExpression(chained) &&
    /^(resolves|rejects)$/.test(chained.name.text);
  return isExpected || /^Promise\.\w+$/.test(callee);
}

/** Whether a use is that of a list of promises. */
const isList = ({ parent }) =>
  ts.isCallExpression(parent) && /^Promise\.\w+$/.test(parent.expression.getText());

/** Returns the source with the helper around what {@link lostPromises} finds, but around no list: its `Promise.all` has to move first. */
export function registerPromises(file, source) {
  const found = lostPromises(file, source).filter(one => !one.isList);
  if (found.length === 0) return source;
  const wrapped = found.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}${HELPER}(${text.slice(start, end)})${text.slice(end)}`,
    source,
  );
  if (new RegExp(`import .*\\b${HELPER}\\b`).test(source)) return wrapped;
  const from = path.posix.relative(path.posix.dirname(file), HELPER_FILE);
  const place = wrapped.search(/^import /m);
  const line = `import { ${HELPER} } from '${from.startsWith('.') ? from : `./${from}`}';\n`;
  return wrapped.slice(0, place) + line + wrapped.slice(place);
}

/** No promise of a test can reject outside of it: see `awaitedLater`. `--update` adds the helper. */
export const lostPromisesCheck = {
  name: 'promises of tests',
  async check({ update = false } = {}) {
    const files = (await allFiles()).filter(file => TESTING.test(file));
    const lines = files.flatMap(file => {
      const source = readFileSync(inRoot(file), 'utf8');
      const registered = update ? registerPromises(file, source) : source;
      if (registered !== source) writeFileSync(inRoot(file), registered);
      return lostPromises(file, registered).map(({ name, line }) => `${file}:${line}: ${name}`);
    });
    const advice =
      'A test awaits these after other steps. Start them with awaitedLater(…): npm run check -- --update --only "promises of tests" does it.';
    return { ok: lines.length === 0, text: [...lines, ...(lines.length > 0 ? [advice] : [])].join('\n') };
  },
};
