import { BaseError } from 'latchkit/protocol';
import { isServiceLink } from '../platform/settingValues.js';
import { settingRows } from './settingRows.js';

/** Variables of the repository's other programs, which start in the same environment as the gateway. */
const OTHERS =
  /^LATCHKIT_(DEMO_|BENCH_|TEST_|START_|FULL$|SCREENS$|SEED$|README$|WAGMI$|PROVIDER$|WITHOUT_DEFENCE$)/;
/** Maximum edit distance at which a known name is suggested. */
const SLIPS = 3;

const known = settingRows.flatMap(({ names }) => names).filter(name => name.startsWith('LATCHKIT_'));
const exact = new Set(known.filter(name => !name.includes('<')));
const prefixes = known.filter(name => name.includes('<')).map(name => name.slice(0, name.indexOf('<')));

/** Whether the gateway reads this variable. */
export function isSetting(name: string): boolean {
  return exact.has(name) || prefixes.some(prefix => name.startsWith(prefix));
}

/**
 * Rejects unknown variables: with a misspelled name, the default would apply silently.
 *
 * @throws BaseError `UNKNOWN_SETTING`, with the closest known name.
 */
export function refuseUnknown(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('LATCHKIT_') || !value || isSetting(name) || OTHERS.test(name)) continue;
    if (isServiceLink(name, value)) continue;
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

/** Levenshtein distance: the number of characters to add, remove or replace. */
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
