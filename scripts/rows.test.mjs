import { describe, expect, it } from 'vitest';
import { idsInTitles, readProofs } from './rows.mjs';

const ids = source => [...idsInTitles(source)].sort();

describe('idsInTitles', () => {
  it('finds the ids of titles in every form', () => {
    const source = `
      describe('outer [${'CAP'}-01]', () => {
        it('one [${'LOG'}-01] [${'LOG'}-02]', () => {});
        it.each([[1, f(g(h()))]])(\`two \${name} [${'VAL'}-08]\`, () => {});
        test.runIf(isFull())("three [${'ERR'}-81]", { timeout: 1 }, () => {});
      });`;
    expect(ids(source)).toEqual(['CAP-01', 'ERR-81', 'LOG-01', 'LOG-02', 'VAL-08']);
  });

  it('takes no id from elsewhere, nor from a test that is skipped for good', () => {
    const source = `
      // it('in a comment [${'LOG'}-01]')
      expect('[${'LOG'}-02]').toBe(x);
      it.skip('later [${'LOG'}-03]', () => {});
      it.todo('some day [${'LOG'}-04]');
      it('a title', () => render('[${'LOG'}-05]'));`;
    expect(ids(source)).toEqual([]);
  });
});

describe('readProofs', () => {
  it('reads every row, and finds no title with an id of no row', () => {
    const { rows, unknown } = readProofs();
    expect(rows).toHaveLength(459);
    expect(unknown).toEqual([]);
  });
});
