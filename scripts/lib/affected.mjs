import { existsSync } from 'node:fs';
import path from 'node:path';
import { importGraph } from './importGraph.mjs';
import { isJourney, journeysBy, MOST_JOURNEYS } from './journeys.mjs';
import { isOnlyFull } from './longSuites.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** How many unit test files a changed file has at most: those that import it by the fewest steps. */
const MOST = 40;

/**
 * Files that assemble a product of its parts: a test that imports one imports the whole product. A change of a part selects the tests
 * of the part and of the files that import it, and a journey, rather than every test of the product. A change in the folder of such a
 * file selects every test that imports the file.
 */
export const WHOLES = [
  'packages/gateway/src/project/createGateway.ts',
  'packages/gateway/src/server/openProject.ts',
  'packages/gateway/src/server/startServer.ts',
  'packages/gateway/src/server/startWallet.ts',
  'packages/gateway/src/wallet/createWalletServices.ts',
  'packages/latchkit/src/react/mount/views.ts',
  'packages/latchkit/src/walletconnect/walletConnect.ts',
];

const UNIT = /^((packages|apps)\/[^/]+\/src\/.*|(scripts|bench)\/.*)\.test\.(ts|tsx|mjs)$/;
const isUnit = file => UNIT.test(file) && !isOnlyFull(file);
const isShort = file => isJourney(file) && !isOnlyFull(file);
/** Files that affect every test. */
const EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|e2e\/vitest\.config\.ts|tsconfig\.base\.json)$/;
/** What only journeys and benchmarks import. */
const OUTSIDE = /^(e2e|bench|scripts)\//;

const folderOf = file => path.posix.dirname(file);

/**
 * Returns the files that a change reaches, each with its distance; through a file of {@link WHOLES} only tests in the folder of the
 * change.
 */
function filesReached(graph, changed) {
  const isClosed = file => WHOLES.includes(file) && folderOf(file) !== folderOf(changed);
  const reached = graph.reachedBy([changed], isClosed);
  for (const [file, distance] of graph.reachedBy([changed]))
    if (folderOf(file) === folderOf(changed) && !reached.has(file)) reached.set(file, distance);
  return reached;
}

/** Returns the test next to a file: `x.test.ts` of `x.ts`. */
const testNextTo = (file, known) =>
  ['ts', 'tsx', 'mjs'].map(type => file.replace(/\.\w+$/, `.test.${type}`)).find(test => known.has(test));

/** Returns the unit tests that import a file, or are next to a file that does, the nearest first. */
function unitTestsOf(changed, graph, known) {
  const reached = filesReached(graph, changed);
  const distances = new Map([...reached].filter(([file]) => isUnit(file) && known.has(file)));
  for (const [file, distance] of reached) {
    const test = !WHOLES.includes(file) || file === changed ? testNextTo(file, known) : undefined;
    if (test !== undefined) distances.set(test, Math.min(distance, distances.get(test) ?? distance));
  }
  const rank = file => (folderOf(file) === folderOf(changed) ? 0 : 1);
  return [...distances]
    .sort(([one, distance], [other, otherDistance]) => distance - otherDistance || rank(one) - rank(other))
    .map(([file]) => file);
}

/**
 * Returns the tests that a change affects: the unit tests that import a changed file, or are next to a file that does, and the
 * journeys of its feature or, for shared code, of the features that import it.
 *
 * @param {readonly string[]} changed paths from the root of the repository
 * @param {readonly string[]} files all files of the repository
 * @param {(file: string) => string} [read] returns the text of a file
 * @returns {{ unit: string[], journeys: string[], everything: boolean, left: number }} `left`: how many tests import what changed from
 *   further away, and are left to `npm test`
 */
export function affectedTests(changed, files, read) {
  if (changed.some(file => EVERYTHING.test(file)))
    return { unit: files.filter(isUnit), journeys: files.filter(isShort), everything: true, left: 0 };
  const known = new Set(files);
  const graph = importGraph(files, read);
  const journeysOf = journeysBy(files, importGraph(files, read, { types: true }));
  const unit = new Set();
  const journeys = new Set();
  const far = new Set();
  for (const file of changed) {
    const tests = unitTestsOf(file, graph, known);
    for (const test of tests.slice(0, MOST)) unit.add(test);
    const through = OUTSIDE.test(file) ? [...graph.reachedBy([file]).keys()] : [];
    const imported = through.filter(one => isShort(one) && known.has(one));
    const ofProduct = journeysOf(file).filter(isShort);
    for (const journey of [...ofProduct, ...imported.slice(0, MOST_JOURNEYS)]) journeys.add(journey);
    for (const test of [...tests.slice(MOST), ...imported.slice(MOST_JOURNEYS)]) far.add(test);
  }
  return {
    unit: [...unit].sort(),
    journeys: [...journeys].sort(),
    everything: false,
    left: [...far].filter(test => !unit.has(test) && !journeys.has(test)).length,
  };
}

const lines = async (...args) => {
  const { code, output } = await run('git', args, { quiet: true });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`);
  return output.split('\n').filter(Boolean);
};

/** Lists all files of the working tree that git tracks or would add. */
export const allFiles = async () =>
  (await lines('ls-files', '--cached', '--others', '--exclude-standard')).filter(file =>
    existsSync(inRoot(file)),
  );

/**
 * Lists the files that differ from a commit, including uncommitted ones.
 *
 * @param {string} [since] default: the merge base with `main`
 */
export async function changedFiles(since) {
  const base = since ?? (await lines('merge-base', 'HEAD', 'main').catch(() => ['HEAD']))[0];
  const [tracked, untracked] = await Promise.all([
    lines('diff', '--name-only', base),
    lines('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...tracked, ...untracked];
}
