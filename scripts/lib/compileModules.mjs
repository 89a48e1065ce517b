import path from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

const OPTIONS = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** Files of packages, which all programs share. @type {Map<string, ts.SourceFile | undefined>} */
const shared = new Map();

/**
 * Compiles modules as one program against the built client, as if they were files in its package.
 *
 * @param {readonly { name: string, code: string }[]} modules
 * @returns the errors, each with the name of its module.
 */
export function compileModules(modules) {
  const folder = inRoot('packages/latchkit/examples-of-the-api');
  const files = new Map(modules.map((module, index) => [path.join(folder, `${index}.tsx`), module]));
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = file => files.has(file) || fileExists(file);
  host.readFile = file => files.get(file)?.code ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    if (files.has(file)) return ts.createSourceFile(file, files.get(file).code, ...rest);
    if (!shared.has(file)) shared.set(file, getSourceFile(file, ...rest));
    return shared.get(file);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${files.get(file?.fileName)?.name ?? file?.fileName}: ${message}`;
  });
}
