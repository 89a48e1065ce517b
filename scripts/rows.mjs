// npm run rows: which rows of the specification are proved by which test files.
//   --missing     only the rows that no test proves
//   --issue N     only the rows that docs/spec/issues.tsv gives to issue N
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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

/**
 * The row ids in the titles of a test file: string literals right behind it(, test(, describe( or their modifiers, such
 * as it.each(…)(. An id in a comment or in an assertion proves nothing.
 *
 * @param {string} source
 */
export function idsInTitles(source) {
  const opener =
    /\b(?:it|test|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  const ids = new Set();
  for (const [, , title] of source.matchAll(opener)) {
    for (const [, id] of title.matchAll(idPattern)) ids.add(id);
  }
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
      else unknown.push(`${id} in ${file}`);
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
