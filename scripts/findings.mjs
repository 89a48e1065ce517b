// npm run findings: counts the findings of docs/results/findings.tsv, which came from outside, and lists the open ones.
//   --closed ID…  fails also if one of these is open or unknown; RV- and rows- stand for all rows that begin so
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findTests } from './lib/findTests.mjs';
import { inRoot } from './lib/paths.mjs';
import { testFiles } from './lib/testFiles.mjs';

const TABLE = 'docs/results/findings.tsv';
const COLUMNS = ['id', 'status', 'test or sentence', 'file'];

/** RV-01, or the name of a document and a number that several documents print: rows-D2. */
const ID = String.raw`(?:[A-Z]{1,5}-\d{2,}|[a-z]+-[A-Z]\d{1,3})`;
const isId = new RegExp(`^${ID}$`);
const inTitle = new RegExp(String.raw`(?<![\w-])${ID}(?![\w-])`, 'g');

/** What titles also have in parentheses: standards and algorithms. */
const STANDARDS = ['AES', 'BIP', 'CAIP', 'EIP', 'ENSIP', 'ERC', 'ISO', 'P', 'RFC', 'SHA', 'SLIP', 'UTF'];

const read = file => readFileSync(inRoot(file), 'utf8');

/** Lists the ids in brackets or parentheses. */
const idsOf = title =>
  [...title.matchAll(/[([]([^()[\]]*)[)\]]/g)].flatMap(([, inside]) => inside.match(inTitle) ?? []);

const prefixOf = id => id.slice(0, id.indexOf('-'));

/** The security tests of the design are SEC-01 to SEC-80. */
const isOfDesign = id => prefixOf(id) === 'SEC' && Number(id.slice(4)) <= 80;

/** Returns the function that tells a finding from a row of the specification, a standard and a test of the design. */
function findingIds() {
  const others = new Set(STANDARDS);
  for (const line of read('docs/spec/rows.tsv').split('\n').slice(1)) others.add(prefixOf(line));
  return id => !others.has(prefixOf(id)) && !isOfDesign(id);
}

/** Parses the table and lists what is wrong with it alone. */
function parseTable(text, isFinding) {
  const [header, ...lines] = text.replace(/\n$/, '').split('\n');
  const problems = header === COLUMNS.join('\t') ? [] : [`${TABLE}: the columns are ${COLUMNS.join(', ')}.`];
  const known = new Set();
  const rows = [];
  for (const line of lines) {
    const [id = '', status, proof = '', file = '', ...more] = line.split('\t');
    if (!isId.test(id) || !isFinding(id)) problems.push(`${TABLE}: "${id}" is not the id of a finding.`);
    if (known.has(id)) problems.push(`${id} has two rows.`);
    known.add(id);
    if (more.length > 0) problems.push(`${id} has more than ${COLUMNS.length} columns.`);
    if (!['open', 'closed', 'later'].includes(status))
      problems.push(`${id} is "${status}", not open, closed or later.`);
    if (status === 'later' && !/ .*\.$/.test(proof))
      problems.push(`${id} is later, but no sentence says why.`);
    if (status !== 'closed' && file !== '')
      problems.push(`${id} is ${status}, but names the file of a test.`);
    rows.push({ id, status, proof, file });
  }
  return { rows, problems };
}

/** Returns why a test proves no finding, or undefined. */
function whyNot({ id, proof, file }, tests) {
  if (proof === '' || file === '') return 'names no test and its file';
  if (tests === undefined) return `${file} is no test file`;
  const named = tests.filter(({ title, isTest }) => isTest && title === proof);
  if (named.length === 0) return `${file} has no test "${proof}"`;
  if (!idsOf(proof).includes(id)) return `the title "${proof}" does not have the id`;
  const marked = named.find(({ mark }) => mark !== undefined);
  return marked && `"${proof}" is marked ${marked.mark}`;
}

/**
 * Reads the findings and the tests that prove them. `problems` lists rows that are wrong, closed findings without a test that
 * runs and has to pass, and ids in titles that have no row.
 *
 * @param {{ text?: string, sources?: ReadonlyMap<string, string> }} [given] the table, and the test files
 */
export function readFindings({
  text = read(TABLE),
  sources = new Map(testFiles().map(file => [file, read(file)])),
} = {}) {
  const isFinding = findingIds();
  const { rows, problems } = parseTable(text, isFinding);
  const known = new Set(rows.map(({ id }) => id));
  const named = new Set(rows.map(({ file }) => file));
  const tests = new Map();
  for (const [file, source] of sources) {
    if (!named.has(file) && !source.match(inTitle)?.some(isFinding)) continue;
    tests.set(file, findTests(file, source));
    for (const id of new Set(tests.get(file).flatMap(({ title }) => idsOf(title))))
      if (!known.has(id) && isFinding(id))
        problems.push(`${id} is in a title of ${file}, but has no row in ${TABLE}.`);
  }
  for (const row of rows.filter(({ status }) => status === 'closed')) {
    const why = whyNot(row, tests.get(row.file));
    if (why !== undefined) problems.push(`${row.id} is closed, but ${why}.`);
  }
  return { rows, problems };
}

/**
 * Returns why these findings are not all closed or left to a later issue: one text for each.
 *
 * @param {readonly { id: string, status: string, proof: string }[]} rows
 * @param {readonly string[]} asked ids, and prefixes: RV- or RV, rows-, rows-D
 */
export function notClosed(rows, asked) {
  return asked.flatMap(one => {
    const exact = rows.filter(({ id }) => id === one);
    // A number that is cut short is no prefix: RV-1 would pass for RV-10 to RV-19.
    const meant = exact.length > 0 || /\d/.test(one) ? exact : rows.filter(({ id }) => beginsWith(id, one));
    if (meant.length === 0) return [`${one} has no row in ${TABLE}.`];
    return meant.flatMap(({ id, status, proof }) =>
      ['closed', 'later'].includes(status) ? [] : [`${id} is ${status}. ${proof}`.trimEnd()],
    );
  });
}

const beginsWith = (id, prefix) =>
  id.startsWith(prefix) && (prefix.endsWith('-') || /^[-\d]/.test(id.slice(prefix.length)));

function main([option, ...asked]) {
  if (option !== undefined && (option !== '--closed' || asked.length === 0)) {
    console.error('npm run findings, or npm run findings -- --closed ID…');
    process.exitCode = 1;
    return;
  }
  const { rows, problems } = readFindings();
  for (const status of ['closed', 'later', 'open']) {
    const those = rows.filter(row => row.status === status);
    console.log(`${status.padEnd(7)} ${those.length}`);
    for (const { id, proof } of status === 'closed' ? [] : those)
      console.log(`  ${id.padEnd(9)} ${proof}`.trimEnd());
  }
  const failures = [...problems, ...notClosed(rows, asked)];
  for (const text of failures) console.error(text);
  if (failures.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
