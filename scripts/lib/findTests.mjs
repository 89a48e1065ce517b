import ts from 'typescript';
import { parse, rootName } from './findStubs.mjs';

/**
 * Lists the tests and groups of a file whose titles are written out: it, test, describe and their modifiers.
 *
 * @param {string} file from the root of the repository
 * @param {string} source
 * @returns {{ title: string, isTest: boolean, mark: string | undefined, node: ts.Node, groups: ts.Node[] }[]} `mark`: `skip`,
 *   `todo`, `fails`, or `full` for what runs only in `npm run test:full`, also of a group around it, and undefined for what runs and
 *   has to pass. A skip with another condition is no mark.
 *   `groups` are around it: the file, and each `describe`, including its own.
 */
export function findTests(file, source) {
  const found = [];
  const tree = parse(file, source);
  const visit = (node, groups, outer) => {
    let inside = groups;
    let mark = outer;
    if (isTestOrGroup(node)) {
      const isTest = rootName(node.expression) !== 'describe';
      if (!isTest) inside = [...groups, node];
      mark ??= markOf(node, isTest);
      const title = titleOf(node);
      if (title !== undefined) found.push({ title, isTest, mark, node, groups: inside });
    }
    ts.forEachChild(node, child => visit(child, inside, mark));
  };
  visit(tree, [tree], undefined);
  return found;
}

/** Tells whether a node is a call of it, test, describe or one of their modifiers, and not `each(b)` of it.each(b)(…). */
export const isTestOrGroup = node =>
  ts.isCallExpression(node) && !isCallee(node) && /^(it|test|describe)$/.test(rootName(node.expression));

const isCallee = node =>
  (ts.isCallExpression(node.parent) || ts.isPropertyAccessExpression(node.parent)) &&
  node.parent.expression === node;

/** Returns the title as it is written, without quotes and with the placeholders. */
function titleOf({ arguments: [title] }) {
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined;
}

const marks = ['skip', 'todo', 'fails'];

/** The condition of tests of `npm run test:full`. */
const FULL = /^(process\.env\.LATCHKIT_FULL|isFull|FULL)$/;

/** Returns how a test or group is marked, without the groups around it. */
function markOf(node, isTest) {
  for (const { name, args } of modifiers(node.expression)) {
    if (marks.includes(name)) return name;
    const [condition] = args ?? [];
    if (condition === undefined) continue;
    if (
      (name === 'skipIf' && constant(condition) === true) ||
      (name === 'runIf' && constant(condition) === false)
    )
      return 'skip';
    if (name === 'runIf' && FULL.test(condition.getText())) return 'full';
  }
  const [, ...others] = node.arguments;
  for (const option of others
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => [...properties])) {
    const name = option.name?.getText();
    if (marks.includes(name) && ts.isPropertyAssignment(option) && constant(option.initializer) === true)
      return name;
  }
  if (!isTest) return undefined;
  // A test without a body is one to be written, as in vitest.
  if (others.every(ts.isObjectLiteralExpression)) return 'todo';
  return others.some(skipsItself) ? 'skip' : undefined;
}

/** Lists the modifiers of a call, each with its arguments: `skipIf(a)` and `each(b)` of it.skipIf(a).each(b). */
function modifiers(expression) {
  const found = [];
  let args;
  for (let node = expression; !ts.isIdentifier(node); node = node.expression) {
    if (ts.isCallExpression(node)) args = node.arguments;
    else if (ts.isPropertyAccessExpression(node)) {
      found.push({ name: node.name.text, args });
      args = undefined;
    }
  }
  return found;
}

/** Returns whether an expression is always true or false, or undefined if that depends. */
function constant(node) {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isNumericLiteral(node)) return Number(node.text) !== 0;
  if (ts.isStringLiteralLike(node)) return node.text !== '';
  if (!ts.isPrefixUnaryExpression(node) || node.operator !== ts.SyntaxKind.ExclamationToken) return undefined;
  const inner = constant(node.operand);
  return inner === undefined ? undefined : !inner;
}

/** Tells whether a test's function skips the test without a condition: `({ skip }) => skip('why')`. */
function skipsItself(run) {
  if (!ts.isArrowFunction(run) && !ts.isFunctionExpression(run)) return false;
  const steps = ts.isBlock(run.body)
    ? run.body.statements.flatMap(({ expression }) => (expression === undefined ? [] : [expression]))
    : [run.body];
  return steps.some(
    step => ts.isCallExpression(step) && isSkip(step.expression) && hasNoCondition(step.arguments),
  );
}

const isSkip = callee => /^(\w+\.)?skip$/.test(callee.getText());

/** `skip(note)`, not `skip(condition)` or `skip(condition, note)`. Constants such as NO_REDIS are notes. */
const hasNoCondition = ([first]) =>
  first === undefined ||
  constant(first) === true ||
  ts.isTemplateExpression(first) ||
  /^[A-Z][A-Z_]+$/.test(first.getText());
