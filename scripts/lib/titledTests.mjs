import ts from 'typescript';
import { findStubs, parse, rootName } from './findStubs.mjs';

const idPattern = /\[([A-Z]{2,5}-\d{2,3})\]/g;
const hook = /^(before|after)(Each|All)$|^aroundEach$/;

/**
 * Lists the tests and groups of a file that have row ids in their titles: the first argument of it, test, describe and their
 * modifiers. Ids in comments, assertions and skipped tests don't count.
 *
 * @param {string} source
 * @param {{ file?: string, root?: string }} [place] the file, from the root of the repository
 * @returns {{ title: string, ids: string[], stub: () => string | undefined }[]} `stub` returns why the test is stubbed: see `findStubs`
 */
export function titledTests(source, { file = 'x.test.tsx', root = '/' } = {}) {
  if (source.search(idPattern) === -1) return [];
  const found = [];
  let why;
  const find = node => {
    why ??= findStubs(file, source, root);
    return why(node);
  };
  const tree = parse(file, source);
  /** @param {ts.Node[]} groups around the node: the file, and each `describe` */
  const visit = (node, groups) => {
    let inside = groups;
    if (ts.isCallExpression(node) && isTestOrGroup(node)) {
      const title = titleOf(node);
      const ids = [...(title?.matchAll(idPattern) ?? [])].map(([, id]) => id);
      if (rootName(node.expression) === 'describe') inside = [...groups, node];
      const stub = () => find(node) ?? firstOf(inside, group => stubInHooks(group, find));
      if (ids.length > 0) found.push({ title, ids, stub });
    }
    ts.forEachChild(node, child => visit(child, inside));
  };
  visit(tree, [tree]);
  return found;
}

const isTestOrGroup = node => /^(it|test|describe)$/.test(rootName(node.expression));

/** Returns the first result that is not undefined. */
function firstOf(items, ask) {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Returns the title of a call, or undefined if its tests are skipped. */
function titleOf(node) {
  const [title] = node.arguments;
  if (title === undefined || /\.(skip|todo)$/.test(node.expression.getText())) return undefined;
  return ts.isStringLiteralLike(title) || ts.isTemplateExpression(title) ? title.getText() : undefined;
}

/** Finds a stub in the hooks of a group or a file. */
function stubInHooks(group, find) {
  const visit = node => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, visit);
    if (node !== group && isTestOrGroup(node)) return undefined;
    if (hook.test(rootName(node.expression))) return find(node);
    return ts.forEachChild(node, visit);
  };
  return visit(group);
}
