import { describe, expect, it } from 'vitest';
import { DEFENCES } from './defences.mjs';
import { canBeFlaky, filesToRepeat, formatFlaky, hasPassed, listFailures } from './flaky.mjs';
import { inRoot } from './paths.mjs';

const failure = (file, title = 'a', isTest = true) => ({ file: inRoot(file), title, why: 'why', isTest });
const failuresOfFiles = count => Array.from({ length: count }, (_, index) => failure(`${index}.test.ts`));

describe('canBeFlaky', () => {
  it('accepts a failed test, and nothing else', () => {
    expect(canBeFlaky(failure('a.test.ts', 'connects [CON-01]'))).toBe(true);
    expect(canBeFlaky(failure('a.test.ts', '(a hook of connect)', false))).toBe(false);
  });

  it.each(['refuses [SEC-01]', 'SEC-64: group refuses', 'refuses (SEC-101)'])('accepts no %s', title => {
    expect(canBeFlaky(failure('a.test.ts', title))).toBe(false);
  });

  it('accepts no test of a defence, and none that removes a defence', () => {
    for (const { suite, test } of DEFENCES)
      expect(canBeFlaky(failure(suite, `group ${test} more`))).toBe(false);
    expect(canBeFlaky(failure('scripts/defences.test.mjs'))).toBe(false);
  });
});

describe('filesToRepeat', () => {
  const times = (failures, strict = false) => filesToRepeat(failures, strict).map(one => one.times);

  it('repeats each file three times if its failures may be by chance', () => {
    const twice = [failure('a.test.ts', 'one'), failure('a.test.ts', 'two'), failure('b.test.ts')];
    expect(filesToRepeat(twice, false)).toEqual([
      { file: inRoot('a.test.ts'), times: 3 },
      { file: inRoot('b.test.ts'), times: 3 },
    ]);
  });

  it('repeats once what fails the run in any case', () => {
    expect(times(failuresOfFiles(3), true)).toEqual([1, 1, 1]);
    expect(times(failuresOfFiles(4))).toEqual([1, 1, 1, 1]);
    expect(times([failure('a.test.ts', 'refuses [SEC-01]'), failure('b.test.ts')])).toEqual([1, 3]);
  });

  it('repeats nothing when many files failed, and no error outside of any test', () => {
    expect(times(failuresOfFiles(6))).toEqual([]);
    expect(times([failure('(unknown)', '(outside of any test)', false)])).toEqual([]);
  });
});

describe('hasPassed', () => {
  const result = (status, failed = 0) => ({
    counts: { failed },
    report: { testResults: [{ assertionResults: [{ fullName: 'a', status }] }] },
  });

  it('wants the failed test to run and pass, and nothing else to fail', () => {
    const failed = [failure('a.test.ts')];
    expect(hasPassed(result('passed'), failed)).toBe(true);
    expect(hasPassed(result('passed', 1), failed)).toBe(false);
    expect(hasPassed(result('skipped'), failed)).toBe(false);
    expect(hasPassed(result('passed'), [failure('a.test.ts', 'another')])).toBe(false);
    expect(hasPassed({ counts: { failed: 0 }, report: undefined }, failed)).toBe(false);
  });
});

it('lists failures, and marks those that passed alone', () => {
  const lines = listFailures([
    { ...failure('one.test.ts', 'chance'), passedAlone: true },
    failure('one.test.ts'),
  ]);
  expect(lines).toEqual([
    ...['', 'Failed:', '  one.test.ts: chance (passed alone: a race)\n    why'],
    '  one.test.ts: a\n    why',
  ]);
  expect(listFailures([])).toEqual([]);
  expect(formatFlaky([failure('one.test.ts'), failure('two.test.ts', 'b')])).toBe(
    'flaky: 2 (one.test.ts: a; two.test.ts: b)',
  );
});
