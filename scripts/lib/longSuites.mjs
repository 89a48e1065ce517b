import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const places = ['packages', 'apps', 'e2e', 'examples', 'scripts', 'bench'];

/** The test files that run in `npm run test:full` only. docs/results/tests.md says why. */
export const ONLY_FULL = [
  'packages/gateway/src/package.test.ts',
  'e2e/frame/newDevice.test.ts',
  'e2e/production/guide.test.ts',
];

/** Folders of such test files. Not every machine has these browsers: see docs/browsers.md. */
const ONLY_FULL_FOLDERS = ['e2e/browsers/', 'examples/'];

/** Tells whether a test file runs in `npm run test:full` only. @param {string} file from the root of the repository */
export const isOnlyFull = file =>
  ONLY_FULL.includes(file) || ONLY_FULL_FOLDERS.some(folder => file.startsWith(folder));

/** The test files that a run leaves out: those for `npm run test:full` only or, in its other parts, all long suites. */
export const leftOut = () => {
  if (process.env.LATCHKIT_FULL === undefined) return ONLY_FULL;
  return process.env.WITHOUT_LONG_SUITES === '1' ? longSuites() : [];
};

/** Lists the test files that run only, or do more, when `LATCHKIT_FULL` is set, as paths from the root of the repository. */
export function longSuites() {
  const isLong = file =>
    ONLY_FULL.includes(file) || readFileSync(inRoot(file), 'utf8').includes('env.LATCHKIT_FULL');
  return places.flatMap(place => filesOf(place).filter(isLong));
}

function filesOf(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap(entry => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|dist|\.next|\.output)$/.test(entry.name) ? [] : filesOf(file);
    return /\.test\.(ts|tsx|mjs)$/.test(entry.name) ? [file] : [];
  });
}
