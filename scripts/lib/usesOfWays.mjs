import path from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

const OPTIONS = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.ESNext,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** Tables whose rows give something of a wallet, or take it away. */
const TABLES = new Set([
  ...['sessions', 'share_sets', 'wallets', 'wallet_installations', 'vouches', 'identities', 'deletions'],
  ...['recovery', 'recovery_wraps', 'subjects', 'linked_identities', 'approval_addresses', 'approvals'],
  ...['passkeys', 'password_keys', 'waiting_recoveries'],
]);

const WRITES = /\b(?:insert into|update|delete from)\s+(?:\$\{[\w.]+\}\.)(\w+|\$\{\w+\})/g;

/**
 * @typedef {object} WayUse A call that names a way in.
 * @property {string} by the function that makes the call, `FILE#FUNCTION`
 * @property {string} way the id of the way
 * @property {string} writer the function that is called
 */

/**
 * Finds the functions that take a `WayIn`, and who calls them with which row, from the type checker.
 *
 * @param {string} folder the folder of the sources, which contains `shared/waysIn`
 * @param {ReadonlyMap<string, string>} [changed] texts of files, named from the folder, instead of those on disk
 * @returns {{ uses: WayUse[], unnamed: { by: string, what: string }[], problems: string[] }} `unnamed`: functions that write, release or sign
 *   something without a way
 */
export function usesOfWays(folder, changed = new Map()) {
  const root = inRoot(folder);
  const program = programOf(root, changed);
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${root}/`) && !fileName.includes('/waysIn/'));
  const found = { uses: [], unnamed: [], problems: [] };
  for (const file of files) {
    const name = path.relative(root, file.fileName);
    for (const statement of file.statements) readStatement(statement, name, checker, found);
  }
  return found;
}

function programOf(root, changed) {
  const texts = new Map([...changed].map(([name, text]) => [path.join(root, name), text]));
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  host.fileExists = file => texts.has(file) || fileExists(file);
  host.readFile = file => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, version) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, version, true);
  };
  // Packages are left out: what a way is, and who passes it, is written in this folder.
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const file = path.resolve(path.dirname(from), text.replace(/\.js$/, '.ts'));
      const isOwn = text.startsWith('.') && file.startsWith(`${root}/`) && host.fileExists(file);
      return {
        resolvedModule: isOwn ? { resolvedFileName: file, extension: '.ts' } : undefined,
      };
    });
  const found = ts.sys
    .readDirectory(root, ['.ts'])
    .filter(file => !/\.(test|d)\.ts$|\.test-support\.ts$/.test(file));
  return ts.createProgram([...new Set([...found, ...texts.keys()])], OPTIONS, host);
}

/** Reads one statement of a file: a function with everything in it. */
function readStatement(statement, file, checker, { uses, unnamed, problems }) {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return;
  const by = `${file}#${nameOf(statement)}`;
  const takesWay = isWriter(statement, checker);
  const own = [];
  const writes = new Set();
  const visit = node => {
    if (ts.isCallExpression(node)) {
      for (const use of readCall(node, checker)) {
        if (use.way !== undefined) own.push({ by, ...use });
        else if (!takesWay) problems.push(`${by} calls ${use.writer} with a way that no row names`);
      }
    } else if (ts.isIdentifier(node) && isPassedOn(node, checker)) {
      problems.push(`${by} passes ${node.text} on, so that nobody sees which way it gets`);
    }
    for (const what of effectsOf(node)) writes.add(what);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  uses.push(...own);
  if (!takesWay && own.length === 0) for (const what of writes) unnamed.push({ by, what });
}

/** The ways of a call, if what is called takes one. `way` is undefined for a way that the caller itself was given. */
function readCall(call, checker) {
  const writer = declarationOf(call.expression, checker);
  const index = writer?.parameters?.findIndex(parameter => isWay(parameter, checker)) ?? -1;
  if (index < 0) return [];
  const argument = call.arguments[index];
  const name = call.expression.getText();
  if (argument === undefined) return [];
  const type = checker.getTypeAtLocation(argument);
  const ids = (type.isUnion() ? type.types : [type]).map(one => idOf(one, checker));
  return ids.map(way => ({ way, writer: name }));
}

function idOf(type, checker) {
  const id = type.getProperty('id');
  const of = id && checker.getTypeOfSymbol(id);
  return of?.isStringLiteral() ? of.value : undefined;
}

/** The function that an expression names. */
function declarationOf(expression, checker) {
  if (!ts.isIdentifier(expression)) return undefined;
  let symbol = checker.getSymbolAtLocation(expression);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const made = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made)) ? made : undefined;
}

function isWay({ type }, checker) {
  return type !== undefined && checker.getTypeFromTypeNode(type).symbol?.name === 'WayIn';
}

function isWriter(statement, checker) {
  const functions = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ initializer }) => initializer)
    : [statement];
  return functions.some(one => one?.parameters?.some(parameter => isWay(parameter, checker)));
}

/** Whether a function that takes a way is named without being called. */
function isPassedOn(node, checker) {
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.expression === node) return false;
  if (ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent)) {
    if (parent.name === node) return false;
  }
  return declarationOf(node, checker)?.parameters.some(parameter => isWay(parameter, checker)) === true;
}

/** What a piece of a function writes, releases or signs. */
function effectsOf(node) {
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return [...node.getText().matchAll(WRITES)]
      .map(([, table]) => table)
      .filter(table => TABLES.has(table) || table.startsWith('$'));
  }
  if (!ts.isCallExpression(node)) return [];
  const name = node.expression.getText();
  if (name === 'sealToInstallation') return ['a share'];
  return /\bkeys\.sign$/.test(name) ? [`a token (${node.arguments[0]?.getText()})`] : [];
}

function nameOf(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations[0]?.name.getText() ?? '';
  return statement.name?.getText() ?? '';
}
