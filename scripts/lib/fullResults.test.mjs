import { describe, expect, it } from 'vitest';
import { formatResults, mergeResults } from './fullResults.mjs';

const run = (commit, date) => ({ commit, date, node: '20.19.0', cores: 2 });
const test = (file, status = 'passed') => ({ file, title: `does ${file}`, status, seconds: 2 });

describe('results of long suites', () => {
  const before = {
    tests: [
      { ...test('a'), ...run('1111111', '2026-01-01') },
      { ...test('b'), ...run('1111111', '2026-01-01') },
    ],
  };

  it('keep their commit when another file runs', () => {
    const merged = mergeResults(before, [test('b', 'failed')], run('2222222', '2026-02-02'), ['a', 'b', 'c']);
    const text = formatResults(merged, ['a', 'b', 'c']);
    expect(text).toContain('| a | 1 | 0 | 2 | 2026-01-01 | 1111111 |');
    expect(text).toContain('| b | 0 | 1 | 2 | 2026-02-02 | 2222222 |');
    expect(text).toContain('| c | not run |');
    expect(text).toContain('- b: does b');
  });

  it('drop files that are no longer a long suite', () => {
    expect(
      mergeResults(before, [], run('2222222', '2026-02-02'), ['b']).tests.map(({ file }) => file),
    ).toEqual(['b']);
  });
});
