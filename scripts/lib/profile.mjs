import path from 'node:path';
import { KINDS } from './processTimes.mjs';

/** How many files a profile lists. */
const LISTED = 40;

const seconds = value => value.toFixed(1).padStart(10);
const head = KINDS.map(kind => ` ${kind}`.padStart(10)).join('');
const total = entry => KINDS.reduce((sum, kind) => sum + entry[kind], 0);
const row = (name, entry) =>
  `${seconds(total(entry))}${KINDS.map(kind => seconds(entry[kind])).join('')}  ${name}`;
const sumOf = entries =>
  Object.fromEntries(KINDS.map(kind => [kind, entries.reduce((sum, entry) => sum + entry[kind], 0)]));

/**
 * Returns the lines of a profile: processor seconds by step, and of the most expensive files, each by kind of process.
 *
 * @param {{ steps: ReadonlyMap<string, object>, files: ReadonlyMap<string, object> }} times see `createProcessTimes`
 * @param {string} folder of the run
 */
export function formatProfile({ steps, files }, folder) {
  const all = sumOf([...steps.values()]);
  const known = sumOf([...files.values()]);
  const rest = Object.fromEntries(KINDS.map(kind => [kind, Math.max(0, all[kind] - known[kind])]));
  const byFile = [...files].sort(([, one], [, other]) => total(other) - total(one));
  return [
    '',
    'Processor seconds by step:',
    `${'all'.padStart(10)}${head}`,
    ...[...steps].filter(([name]) => name !== '').map(([name, entry]) => row(name, entry)),
    row('all', all),
    '',
    `Processor seconds of the ${Math.min(LISTED, byFile.length)} most expensive of ${byFile.length} test files:`,
    `${'all'.padStart(10)}${head}`,
    ...byFile.slice(0, LISTED).map(([name, entry]) => row(path.relative(folder, name), entry)),
    ...(byFile.length > LISTED
      ? [row('(the other test files)', sumOf(byFile.slice(LISTED).map(([, entry]) => entry)))]
      : []),
    // The build and the checks, the transformation of modules, and the services that all journeys share.
    row('(of no single test file)', rest),
    'A file has the time of its worker while it ran, and of the processes that this worker started. PGlite counts as runner.',
  ];
}

/**
 * Says how much of what the machine did is in the measurement.
 *
 * @param {number} measured seconds
 * @param {number} machine
 */
export const formatMachine = (measured, machine) =>
  `${measured.toFixed(1)} s of processors, ${((100 * measured) / machine).toFixed(0)} % of what this machine did (${machine.toFixed(1)} s)`;
