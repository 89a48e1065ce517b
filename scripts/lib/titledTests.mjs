import ts from 'typescript';
import { findStubs, rootName } from './findStubs.mjs';
import { findTests, isTestOrGroup } from './findTests.mjs';

const idPattern = /\[([A-Z]{2,5}-\d{2,})\]/g;
const hook = /^(before|after)(Each|All)$|^aroundEach$/;

/**
 * Lists the tests and groups of a file that have row ids in their titles: the first argument of it, test, describe and their
 * modifiers. Ids in comments, assertions, and in tests that are skipped or marked `fails`, don't count.
 *
 * @param {string} source
 * @param {{ file?: string, root?: string }} [place] the file, from the root of the repository
 * @returns {{ title: string, ids: string[], stub: () => string | undefined }[]} `stub` returns why the test is stubbed: see `findStubs`
 */
export function titledTests(source, { file = 'x.test.tsx', root = '/' } = {}) {
  if (source.search(idPattern) === -1) return [];
  let why;
  const find = node => {
    why ??= findStubs(file, source, root);
    return why(node);
  };
  return findTests(file, source)
    .filter(({ mark }) => mark === undefined)
    .map(({ title, node, groups }) => ({
      title,
      ids: [...title.matchAll(idPattern)].map(([, id]) => id),
      stub: () => find(node) ?? firstOf(groups, group => stubInHooks(group, find)),
    }))
    .filter(({ ids }) => ids.length > 0);
}

/** Returns the first result that is not undefined. */
function firstOf(items, ask) {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
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
