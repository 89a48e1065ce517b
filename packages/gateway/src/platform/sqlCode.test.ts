import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/testDatabase.js';
import type { Database } from './ports/Database.js';
import { sqlCode } from './sqlCode.js';

/** What may be between two words: white space and comments, which contain quotes, dollars and other comments. */
const commentText = fc.stringMatching(/^[a-z'"$; -]{0,12}$/);
const blank = fc.constantFrom(' ', '\n', '\t', '\r\n', '\f');
const blockComment = fc
  .tuple(commentText, fc.option(commentText))
  .map(([outer, inner]) => `/*${outer}${inner === null ? '' : ` /*${inner}*/ `}*/`);
const lineComment = commentText.map(text => `--${text}\n`);
// Space first: a comment that starts next to an operator or a slash would start at that one.
const gap = fc
  .tuple(blank, fc.array(fc.oneof(blank, blockComment, lineComment), { maxLength: 3 }))
  .map(([first, more]) => first + more.join(''));

/** Characters that begin quotes and comments, and white space. */
const anyText = fc.array(fc.constantFrom("'", '"', '\\', '-', '/*', '*/', '$', '$a$', ' ', '\n', 'x', 'ü'), {
  maxLength: 8,
});
const doubled = (text: string, quote: string) => text.replaceAll(quote, quote + quote);
const plainText = anyText.map(parts => `'${doubled(parts.join(''), "'")}'`);
const escapedText = anyText.map(parts => `E'${doubled(parts.join('').replaceAll('\\', '\\\\'), "'")}'`);
const dollarText = anyText.map(parts => `$b1$${parts.join('')}$b1$`);
const quotedName = anyText.map(parts => `"n${doubled(parts.join(''), '"')}"`);
const text = fc.oneof(plainText, escapedText, dollarText);
const token = fc.oneof(
  fc.constantFrom('select', 'a', 'a$b$', '1', '(', ')', ',', ';', '<', '-', '::', 'ü1'),
  text,
  quotedName,
);

/** Whether a plain text follows one with escapes, which it would continue, with those escapes. */
const continues = (tokens: readonly string[]) =>
  tokens.some((one, at) => one.startsWith("'") && tokens[at - 1]?.startsWith("E'"));

describe('sqlCode', () => {
  it('is the same whatever is between the words (DX-01)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(token, gap, gap), { maxLength: 12 }), parts => {
        fc.pre(!continues(parts.map(([one]) => one)));
        const written = (which: 1 | 2) => parts.map(part => part[which] + part[0]).join('');
        expect(sqlCode(`${written(1)} -- end`)).toBe(sqlCode(written(2)));
      }),
    );
  });

  it('keeps what texts and names say, and is its own code', () => {
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 12 }), gap, (tokens, between) => {
        fc.pre(!continues(tokens));
        const code = sqlCode(tokens.join(between));
        let from = 0;
        for (const one of tokens) {
          const at = code.indexOf(one, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + one.length;
        }
        expect(code.length).toBeLessThanOrEqual(tokens.join(' ').length);
        expect(sqlCode(code)).toBe(code);
      }),
    );
  });

  it.each([
    ["'a b'", "'a  b'"],
    ["'--a'", "'--b'"],
    ['"a b"', '"a  b"'],
    ["E'a\\' --b'", "E'a\\' --c'"],
    ['$$ a $$', '$$ a  $$'],
    ['$f$ -- a\n $f$', '$f$ $f$'],
    ['a b', 'ab'],
    ['1 2', '12'],
    ['a < = b', 'a <= b'],
    ['a$$ -- b\n c$$', 'a$$ c $$'],
    ['select 1', 'select 2'],
    ['select A', 'select a'],
  ])('tells %j from %j', (one, other) => {
    expect(sqlCode(one)).not.toBe(sqlCode(other));
  });

  it.each([
    ['create table a (b integer);', 'create  table a(b integer) ;\n'],
    ['a b', 'a/**/b'],
    ['a b', "a /* /* */ ' */ b"],
    ['a b', "a -- '\n b"],
    ['a b', 'a --\r b'],
    ['a$b$ c', 'a$b$ -- $b$\n c'],
    ["E'a' '\\' --' b", "E'a'\n'\\' --' b"],
  ])('takes %j and %j for the same', (one, other) => {
    expect(sqlCode(other)).toBe(sqlCode(one));
  });

  describe('as PostgreSQL reads it', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase();
    });
    afterAll(() => database.close());

    it('selects the same texts under the same names', async () => {
      const column = fc
        .tuple(text, quotedName, gap)
        .map(([value, name, between]) => `${value}${between}as${between}${name}`);
      await fc.assert(
        fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 4 }), gap, async (columns, between) => {
          const sql = `select${between}${columns.join(`${between},${between}`)}`;
          expect(await database.query(sqlCode(sql))).toEqual(await database.query(sql));
        }),
        { numRuns: 50 },
      );
    });
  });
});
