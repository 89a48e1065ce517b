import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

const packages = ['packages/latchkit', 'packages/gateway'];

/** @type {{ checker: ts.TypeChecker, entries: { title: string, source: ts.SourceFile | undefined }[] } | undefined} */
let read;

/** Lists the entry points of a package that have types: title and path of the .d.ts. */
function entriesOf(place) {
  const { name, exports } = JSON.parse(readFileSync(inRoot(place, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([subpath, { types }]) =>
    types === undefined
      ? []
      : [{ title: path.posix.join(name, subpath), file: path.join(inRoot(place), types) }],
  );
}

/** Reads the built declarations of the packages, once for all checks: each entry point, without a source if it is not built. */
export function packageTypes() {
  if (read !== undefined) return read;
  const all = packages.flatMap(entriesOf);
  const program = ts.createProgram(
    all.map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    },
  );
  const entries = all.map(({ title, file }) => ({ title, source: program.getSourceFile(file) }));
  read = { checker: program.getTypeChecker(), entries };
  return read;
}
