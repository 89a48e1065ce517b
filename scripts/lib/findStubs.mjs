import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The stubs of each analysed module: name and reason. */
const analysed = new Map();

/** Support modules, from which a test may import stubs. Product modules don't count. */
const supports = /\.test-support\.tsx?$|^e2e\/.*\/?support\/|^packages\/[^/]+\/test\//;

export const parse = (file, source) =>
  ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );

/**
 * Finds the stubs of a file, which replace the gateway, the wallet or the user. These are
 *   - exports of a support module that is named `stub…` or `scripted…` or has `@stub` in a comment;
 *   - responses of the test to a page's requests (`route.fulfill`);
 *   - HTTP servers in a test of the client;
 *   - everything that uses one of these, in the file or in the support modules that it imports.
 *
 * @param {string} file from the root of the repository
 * @param {string} source
 * @param {string} root the repository
 * @returns {(node: ts.Node) => string | undefined} why a part of the file is stubbed
 */
export function findStubs(file, source, root) {
  const tree = parse(file, source);
  const stubs = importedStubs(file, tree, root);
  const declared = declarations(tree);
  const why = node => stubIn(node, stubs);
  for (let before = -1; before !== stubs.size; ) {
    before = stubs.size;
    for (const [name, node] of declared) {
      const reason = stubs.has(name) ? undefined : why(node);
      if (reason !== undefined) stubs.set(name, reason);
    }
  }
  return why;
}

/** Returns the names that a file imports from support modules and that are stubs there. */
function importedStubs(file, tree, root) {
  const stubs = new Map();
  const isClient = file.startsWith('packages/latchkit/');
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) continue;
    if (isClient && statement.moduleSpecifier.text === 'node:http')
      stubs.set('createServer', 'the test starts an HTTP server');
    const module = resolve(file, statement.moduleSpecifier.text, root);
    const bindings = statement.importClause?.namedBindings;
    if (module === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      const reason = isTypeOnly ? undefined : stubsOf(module, root).get((propertyName ?? name).text);
      if (reason !== undefined) stubs.set(name.text, reason);
    }
  }
  return stubs;
}

/** Returns the support module that a relative import refers to, as a path from the root of the repository. */
function resolve(from, specifier, root) {
  if (!specifier.startsWith('.')) return undefined;
  const base = path.posix.join(path.posix.dirname(from), specifier).replace(/\.js$/, '');
  return [`${base}.ts`, `${base}.tsx`, base].find(
    file => supports.test(file) && existsSync(path.join(root, file)),
  );
}

/** Returns the stubs that a support module exports, with the reasons. */
function stubsOf(file, root) {
  const key = path.join(root, file);
  const known = analysed.get(key);
  if (known !== undefined) return known;
  const stubs = new Map();
  // Set before the analysis, so that modules may import each other.
  analysed.set(key, stubs);
  const source = readFileSync(key, 'utf8');
  const why = findStubs(file, source, root);
  const isStub = /^(stub|scripted)/i.test(path.posix.basename(file)) || /\* @stub\b/.test(source);
  for (const [name, node] of declarations(parse(file, source))) {
    const reason = isStub && !isConstant(node) ? `${name} of ${file}` : why(node);
    if (reason !== undefined) stubs.set(name, reason);
  }
  return stubs;
}

/** A literal value such as an address is not a stub. */
const isConstant = node =>
  ts.isVariableDeclaration(node) &&
  node.initializer !== undefined &&
  (ts.isLiteralExpression(node.initializer) || ts.isTemplateExpression(node.initializer));

/** Lists the functions, classes and variables that a file declares outside of its tests. */
function declarations(tree) {
  const found = [];
  const add = (name, node) => {
    if (ts.isIdentifier(name)) found.push([name.text, node]);
    else for (const element of name.elements) if (ts.isBindingElement(element)) add(element.name, node);
  };
  const visit = node => {
    if (isTest(node)) return;
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
      if (node.name) add(node.name, node);
      return;
    }
    if (ts.isVariableDeclaration(node)) return add(node.name, node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Returns the name at the root of a call: `it` for it(…), it.only(…) and it.each(…)(…). */
export function rootName(expression) {
  let node = expression;
  while (!ts.isIdentifier(node)) {
    if (!('expression' in node)) return '';
    node = node.expression;
  }
  return node.text;
}

const isTest = node => ts.isCallExpression(node) && /^(it|test)$/.test(rootName(node.expression));

/** Returns the reason of the first stub in a part of a file, or undefined. */
function stubIn(part, stubs) {
  const visit = node => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'fulfill')
        return 'the test responds to a request of the page';
    }
    if (ts.isTypeNode(node)) return undefined;
    if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
    if (ts.isPropertyAssignment(node)) return visit(node.initializer);
    if (ts.isIdentifier(node)) return stubs.get(node.text);
    return ts.forEachChild(node, visit);
  };
  return visit(part);
}
