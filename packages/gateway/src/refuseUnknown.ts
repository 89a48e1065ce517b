import { BaseError } from 'latchkit/protocol';
import { settingRows } from './settingRows.js';

/** Of the other programs of the repository, which are started in one environment with the gateway. */
const OTHERS =
  /^LATCHKIT_(DEMO_|BENCH_|TEST_|START_|FULL$|SCREENS$|SEED$|README$|WAGMI$|PROVIDER$|WITHOUT_DEFENCE$)/;
/** Changes of one character that a slip is away from a name at most. */
const SLIPS = 3;

const known = settingRows.flatMap(({ names }) => names).filter(name => name.startsWith('LATCHKIT_'));
const exact = new Set(known.filter(name => !name.includes('<')));
const prefixes = known.filter(name => name.includes('<')).map(name => name.slice(0, name.indexOf('<')));

/** Whether a variable is one of the gateway's. */
export function isSetting(name: string): boolean {
  return exact.has(name) || prefixes.some(prefix => name.startsWith(prefix));
}

/**
 * Refuses variables that nobody reads: a slip in a name would leave its default in force without a word.
 *
 * @throws BaseError `UNKNOWN_SETTING`, with the name that was probably meant.
 */
export function refuseUnknown(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('LATCHKIT_') || !value || isSetting(name) || OTHERS.test(name)) continue;
    const [closest] = [...exact]
      .map(one => ({ one, slips: distance(name, one) }))
      .filter(({ slips }) => slips <= SLIPS)
      .sort((a, b) => a.slips - b.slips);
    throw new BaseError('UNKNOWN_SETTING', `There is no variable ${name}`, {
      details: closest
        ? `Did you mean ${closest.one}?`
        : 'The README of @latchkit/gateway lists all of them.',
    });
  }
}

/** How many characters have to be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (character === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
