import { describe, expect, it } from 'vitest';
import { findTests } from './findTests.mjs';

/** Returns the mark of each test, in order. */
const marks = source =>
  findTests('x.test.ts', source)
    .filter(({ isTest }) => isTest)
    .map(({ mark }) => mark);

describe('findTests', () => {
  it('returns titles as they are written, of tests and groups in every form', () => {
    const source = `
      describe('a group', () => {
        it("a visitor's", () => {});
        it.each([[1, f(g(h()))]])('%s of many', () => {});
        for (const name of names) it(\`of \${name}\`, () => {});
        test.runIf(isFull()).concurrent('at times', { timeout: 1 }, () => {});
        it(title, () => {});
      });
      // it('in a comment', () => {});
      render("it('in a text', () => {})");`;
    const titles = findTests('x.test.ts', source).map(({ title }) => title);
    expect(titles).toEqual(['a group', "a visitor's", '%s of many', `of \${name}`, 'at times']);
  });

  it.each([
    ["it('a', () => {})", undefined],
    ["it('a', run)", undefined],
    ["it.only('a', () => {})", undefined],
    ["it.skip('a', () => {})", 'skip'],
    ["it.todo('a')", 'todo'],
    ["it.fails('a', () => {})", 'fails'],
    ["it.concurrent.fails('a', () => {})", 'fails'],
    ["it.skip.each([1])('a', () => {})", 'skip'],
    ["it.each([1])('a', () => {})", undefined],
    ["it.fails.for([1])('a', () => {})", 'fails'],
    // Without a function, vitest takes a test for one to be written.
    ["it('a')", 'todo'],
    ["it('a', { timeout: 1 })", 'todo'],
    ["it('a', { skip: true }, () => {})", 'skip'],
    ["it('a', { fails: true }, () => {})", 'fails'],
    ["it('a', { skip: false }, () => {})", undefined],
    ["it('a', { skip: !hasRedis() }, () => {})", undefined],
    ["it.skipIf(true)('a', () => {})", 'skip'],
    ["it.skipIf(!0)('a', () => {})", 'skip'],
    ["it.runIf(false)('a', () => {})", 'skip'],
    ["it.runIf('').each([1])('a', () => {})", 'skip'],
    ["it.runIf(true)('a', () => {})", undefined],
    ["it.skipIf(!isFull())('a', () => {})", undefined],
    ["it.runIf(process.env.LATCHKIT_FULL)('a', () => {})", 'full'],
    ["it.runIf(process.env.LATCHKIT_FULL).each([1])('a', () => {})", 'full'],
    ["describe.runIf(process.env.LATCHKIT_FULL)('a', () => { it('b', () => {}); })", 'full'],
    ["it.runIf(process.env.LATCHKIT_SCREENS)('a', () => {})", undefined],
    ["it('a', ({ skip }) => skip())", 'skip'],
    ["it('a', ({ skip }) => skip('later'))", 'skip'],
    ["it('a', async context => { context.skip(NO_REDIS); act(); })", 'skip'],
    [`it('a', ({ skip }) => { return skip(\`no \${name}\`); })`, 'skip'],
    ["it('a', ({ skip }) => { if (!hasRedis()) skip(NO_REDIS); act(); })", undefined],
    ["it('a', ({ skip }) => { skip(programs === undefined, 'no server'); act(); })", undefined],
    ["it('a', () => { stream.skip(2).read(); })", undefined],
  ])('marks %s: %s', (source, mark) => {
    expect(marks(source)).toEqual([mark]);
  });

  it.each([
    ["describe.skip('a', () => { it('b', () => {}); })", 'skip'],
    ["describe.todo('a', () => { it('b', () => {}); })", 'todo'],
    ["describe('a', { fails: true }, () => { it('b', () => {}); })", 'fails'],
    ["describe.skip('a', () => { describe('b', () => { it('c', () => {}); }); })", 'skip'],
    ["describe.skip(title, () => { it('b', () => {}); })", 'skip'],
    ["describe.runIf(false)('a', () => { it('b', () => {}); })", 'skip'],
    ["describe.runIf(hasRedis())('a', () => { it('b', () => {}); })", undefined],
  ])('marks the test in %s: %s', (source, mark) => {
    expect(marks(source)).toEqual([mark]);
  });

  it('marks no test beside a marked one or a marked group', () => {
    const source = "describe.skip('a', () => {}); it.skip('b', () => {}); it('c', () => {});";
    expect(marks(source)).toEqual(['skip', undefined]);
  });
});
