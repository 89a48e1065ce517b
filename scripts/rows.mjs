// npm run rows: lists the rows of the specification with the test files that prove them.
//   --missing     only the rows that no test proves
//   --issue N     only the rows of issue N in docs/spec/issues.tsv
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isOnlyFull } from './lib/longSuites.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { testFiles } from './lib/testFiles.mjs';
import { titledTests } from './lib/titledTests.mjs';

const table = file =>
  readFileSync(inRoot(file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'));

/** A test proves rows of these areas only if it uses no stub of the gateway, the wallet or the user. */
export const isGuarded = id => /^(FRAME|RPC|PERM|CFG)-/.test(id);

/**
 * Reads the specification and all test titles. `proofs` maps a row's id to test files; `refused` lists ids in titles that don't
 * count: those of no row, and those of a guarded area in a test that runs against a stub. Only tests of `npm test` prove a row.
 */
export function readProofs() {
  const rows = table('docs/spec/rows.tsv').map(([id, area, , requirement]) => ({ id, area, requirement }));
  const proofs = new Map(rows.map(({ id }) => [id, []]));
  const refused = [];
  for (const file of testFiles().filter(one => !isOnlyFull(one))) {
    const proved = new Set();
    for (const { title, ids, stub } of titledTests(readFileSync(inRoot(file), 'utf8'), { file, root })) {
      for (const id of ids) {
        if (isGuarded(id) && stub() !== undefined)
          refused.push(`${id} in ${file}, ${title}: proved against a stub (${stub()})`);
        else if (proofs.has(id)) proved.add(id);
        // SEC ids belong to the security tests of the embedded wallet and to findings, not to rows.
        else if (!id.startsWith('SEC-')) refused.push(`${id} in ${file}: no such row`);
      }
    }
    for (const id of proved) proofs.get(id).push(file);
  }
  return { rows, proofs, refused };
}

function main(argv) {
  const { rows, proofs, refused } = readProofs();
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
  for (const text of refused) console.error(`Does not count: ${text}`);
  if (refused.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
