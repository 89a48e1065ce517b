import ts from 'typescript';
import { findStubs, parse, rootName } from './findStubs.mjs';

const idPattern = /\[([A-Z]{2,5}-\d{2,3})\]/g;
const hook = /^(before|after)(Each|All)$|^aroundEach$/;

/**
 * The tests of a file, and its groups of tests, that have row ids in their titles: the first argument of it, test and describe and
 * their modifiers. An id in a comment or in an assertion proves nothing, nor does a test that is skipped for good.
 *
 * @param {string} source
 * @param {{ file?: string, root?: string }} [place] the file, from the root of the repository
 * @returns {{ title: string, ids: string[], stub: () => string | undefined }[]} `stub` says what in it is not the product: see `findStubs`
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

/** The first answer that is not undefined. */
function firstOf(items, ask) {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The title of a call, unless its tests are skipped. */
function titleOf(node) {
  const [title] = node.arguments;
  if (title === undefined || /\.(skip|todo)$/.test(node.expression.getText())) return undefined;
  return ts.isStringLiteralLike(title) || ts.isTemplateExpression(title) ? title.getText() : undefined;
}

/** The stub in a hook that runs around every test of a group, or of a file. */
function stubInHooks(group, find) {
  const visit = node => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, visit);
    if (node !== group && isTestOrGroup(node)) return undefined;
    if (hook.test(rootName(node.expression))) return find(node);
    return ts.forEachChild(node, visit);
  };
  return visit(group);
}
