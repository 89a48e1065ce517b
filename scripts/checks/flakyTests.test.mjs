import { expect, it } from 'vitest';
import { flakyRows, readFlaky, seenTooOften } from '../lib/flakyList.mjs';
import { inRoot } from '../lib/paths.mjs';
import { flakyTests } from './flakyTests.mjs';

const head = '# Flaky tests\n\n| date | file | test | cause | repaired in |\n|---|---|---|---|---|\n';
const one = { file: inRoot('e2e/one.test.ts'), title: 'logs in | out' };
const two = { file: inRoot('e2e/two.test.ts'), title: 'logs in | out' };
const listOf = (...flaky) => `${head}${flakyRows(flaky, '2026-11-28').join('\n')}\n`;

it('fails from the third row of a test that is not repaired', async () => {
  const check = text => flakyTests.check({ read: () => seenTooOften(text) });
  expect(await check(listOf(one, two, one))).toEqual({ ok: true, text: '' });
  const { ok, text } = await check(listOf(one, two, one, one));
  expect(ok).toBe(false);
  expect(text).toMatch(/^e2e\/one\.test\.ts: logs in \\\| out: three times flaky/);
  const repaired = listOf(one, two, one, one).replace('| open |', "| 'e2e: Wait for the login' |");
  expect(await check(repaired)).toEqual({ ok: true, text: '' });
});

it('reads a file that is the same as in the row above', () => {
  const rows = `${listOf(one)}| 2026-11-29, once | the same | another | – | 'a commit' |\n`;
  expect(readFlaky(rows).map(({ file, isOpen }) => [file, isOpen])).toEqual([
    ['e2e/one.test.ts', true],
    ['e2e/one.test.ts', false],
  ]);
});

it('reads the list of this repository', async () => {
  expect((await flakyTests.check()).ok).toBe(true);
});
