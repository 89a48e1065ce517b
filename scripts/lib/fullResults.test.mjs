import { describe, expect, it } from 'vitest';
import { DEFENCE_SUITE, DEFENCES, titleOfDefence } from './defences.mjs';
import { formatResults, isCurrent, mergeSuite } from './fullResults.mjs';

const run = (commit, date) => ({ commit, date, node: '20.19.0', cores: 2, imports: commit });
const test = (file, status = 'passed', title = `does ${file}`) => ({ file, title, status, seconds: 2 });
const [one, other] = DEFENCES.map(titleOfDefence);

const before = {
  parts: { unit: { passed: 3, failed: 0, skipped: 1, seconds: 70.2, ...run('1111111', '2026-01-01') } },
  tests: [
    { ...test('a'), ...run('1111111', '2026-01-01') },
    { ...test('b'), ...run('1111111', '2026-01-01') },
    { ...test('b', 'passed', 'was renamed'), ...run('1111111', '2026-01-01') },
  ],
};

describe('results of the full tests', () => {
  it('keep their commit when another suite runs, and lose what the suite no longer has', () => {
    const suites = ['a', 'b', 'c'];
    const merged = mergeSuite(before, 'b', [test('b', 'failed')], run('2222222', '2026-02-02'), suites);
    const text = formatResults(merged, ['check', 'unit'], suites);
    expect(text).toContain('| check | not run |');
    expect(text).toContain('| unit | 3 | 0 | 1 | 70 | 2026-01-01 | 1111111 |');
    expect(text).toContain('| a | 1 | 0 | 2 | 2026-01-01 | 1111111 |');
    expect(text).toContain('| b | 0 | 1 | 2 | 2026-02-02 | 2222222 |');
    expect(text).toContain('| c | not run |');
    expect(text).toContain('- b: does b');
  });

  it('lose suites that are no longer long', () => {
    const { tests } = mergeSuite(before, 'b', [], run('2222222', '2026-02-02'), ['b']);
    expect(tests).toEqual([]);
  });

  it('are kept for each defence, as long as it exists', () => {
    const suites = [DEFENCE_SUITE];
    const first = mergeSuite(
      before,
      DEFENCE_SUITE,
      [test(DEFENCE_SUITE, 'passed', one)],
      run('1', 'x'),
      suites,
    );
    const gone = { ...test(DEFENCE_SUITE, 'passed', 'defences are tested: gone'), ...run('1', 'x') };
    const both = mergeSuite(
      { ...first, tests: [...first.tests, gone] },
      DEFENCE_SUITE,
      [test(DEFENCE_SUITE, 'passed', other)],
      run('2', 'y'),
      suites,
    );
    expect(both.tests.map(({ title, commit }) => [title, commit])).toEqual([
      [one, '1'],
      [other, '2'],
    ]);
    expect(formatResults(both, [], suites)).toContain(`| 2 of ${DEFENCES.length} | 0 | 4 | x | 1 |`);
  });
});

describe('isCurrent', () => {
  it('is true only of results that passed, with the same imports', () => {
    const passed = { ...test('a'), ...run('1', 'x') };
    expect(isCurrent([passed, { ...passed, status: 'skipped' }], '1')).toBe(true);
    expect(isCurrent([passed], '2')).toBe(false);
    expect(isCurrent([], '1')).toBe(false);
    expect(isCurrent([passed, { ...passed, status: 'failed' }], '1')).toBe(false);
    expect(isCurrent([{ ...before.parts.unit, failed: 1 }], '1111111')).toBe(false);
  });
});
