// npm run rows: which rows of the specification are proved by which test files.
//   --missing     only the rows that no test proves
//   --issue N     only the rows that docs/spec/issues.tsv gives to issue N
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { inRoot } from './lib/paths.mjs';

const places = ['packages', 'apps', 'e2e', 'examples', 'scripts', 'bench'];
const idPattern = /\[([A-Z]{2,5}-\d{2,3})\]/g;

const table = file =>
  readFileSync(inRoot(file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'));

function testFiles(place) {
  if (statSync(inRoot(place), { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(inRoot(place), { withFileTypes: true }).flatMap(entry => {
    const file = path.posix.join(place, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|dist|\.next|\.output)$/.test(entry.name) ? [] : testFiles(file);
    return /\.test(-d)?\.(ts|tsx|mjs)$/.test(entry.name) ? [file] : [];
  });
}

/** The name at the root of a call: `it` for it(…), it.only(…) and it.each(…)(…). */
function rootName(expression) {
  let node = expression;
  while (!ts.isIdentifier(node)) {
    if (!('expression' in node)) return '';
    node = node.expression;
  }
  return node.text;
}

/**
 * The row ids in the titles of a test file: the first argument of it, test and describe and their modifiers. An id in a
 * comment or in an assertion proves nothing, nor does a test that is skipped for good.
 *
 * @param {string} source
 */
export function idsInTitles(source) {
  const ids = new Set();
  const visit = node => {
    if (
      ts.isCallExpression(node) &&
      node.arguments[0] &&
      /^(it|test|describe)$/.test(rootName(node.expression))
    ) {
      const isSkipped = /\.(skip|todo)$/.test(node.expression.getText());
      const [title] = node.arguments;
      if (!isSkipped && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        for (const [, id] of title.getText().matchAll(idPattern)) ids.add(id);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.test.tsx', source, ts.ScriptTarget.Latest, true));
  return ids;
}

/** Reads the specification and all test titles. `proofs` maps a row's id to test files; `unknown` lists ids of no row. */
export function readProofs() {
  const rows = table('docs/spec/rows.tsv').map(([id, area, , requirement]) => ({ id, area, requirement }));
  const proofs = new Map(rows.map(({ id }) => [id, []]));
  const unknown = [];
  for (const file of places.flatMap(testFiles)) {
    for (const id of idsInTitles(readFileSync(inRoot(file), 'utf8'))) {
      if (proofs.has(id)) proofs.get(id).push(file);
      // SEC ids are those of the embedded wallet's security tests, which are no rows.
      else if (!id.startsWith('SEC-')) unknown.push(`${id} in ${file}`);
    }
  }
  return { rows, proofs, unknown };
}

function main(argv) {
  const { rows, proofs, unknown } = readProofs();
  const issue = argv.includes('--issue') ? argv[argv.indexOf('--issue') + 1] : undefined;
  const ofIssue = new Set(
    table('docs/spec/issues.tsv').flatMap(([number, id]) => (number === issue ? [id] : [])),
  );
  const chosen = rows.filter(({ id }) => issue === undefined || ofIssue.has(id));
  const isProved = ({ id }) => proofs.get(id).length > 0;
  for (const row of chosen) {
    if (argv.includes('--missing')) {
      if (!isProved(row)) console.log(`${row.id.padEnd(9)} ${row.requirement}`);
    } else if (isProved(row)) console.log(`${row.id.padEnd(9)} ${proofs.get(row.id).join(', ')}`);
  }
  console.log('');
  for (const area of new Set(chosen.map(row => row.area))) {
    const inArea = chosen.filter(row => row.area === area);
    console.log(`${area.padEnd(12)} ${inArea.filter(isProved).length} of ${inArea.length}`);
  }
  console.log(`${'all'.padEnd(12)} ${chosen.filter(isProved).length} of ${chosen.length}`);
  for (const text of unknown) console.error(`No such row: ${text}`);
  if (unknown.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
