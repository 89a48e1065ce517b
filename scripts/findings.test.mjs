import { describe, expect, it } from 'vitest';
import { findingsCheck } from './checks/findingsCheck.mjs';
import { notClosed, readFindings } from './findings.mjs';

const FILE = 'packages/a.test.ts';
const HEADER = 'id\tstatus\ttest or sentence\tfile';
// The security tests of the design are searched in all strings of test files.
const security = number => `${'SEC'}-${number}`;

const table = (...rows) => `${[HEADER, ...rows.map(row => row.join('\t'))].join('\n')}\n`;

/** Returns the problems of a table beside one test file. */
const problems = (rows, source = '') =>
  readFindings({ text: table(...rows), sources: new Map([[FILE, source]]) }).problems;

const closed = (title = 'is repaired (RV-02)', file = FILE) => [['RV-02', 'closed', title, file]];
const RUNS = "it('is repaired (RV-02)', () => {});";

describe('readFindings', () => {
  it('finds nothing wrong with the table of this repository', () => {
    const { rows, problems: found } = readFindings();
    expect(found).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each([
    ['in parentheses', 'is repaired (RV-02)', RUNS],
    ['in brackets', 'is repaired [RV-02]', "it('is repaired [RV-02]', () => {});"],
    [
      'beside other ids',
      'is repaired [LOG-01] (RV-02, EIP-681)',
      "it('is repaired [LOG-01] (RV-02, EIP-681)', () => {});",
    ],
    ['in it.each', 'pays %s (RV-02)', "it.each([1])('pays %s (RV-02)', () => {});"],
    ['in a template', `pays \${x} (RV-02)`, `it(\`pays \${x} (RV-02)\`, () => {});`],
    ['inside a group', 'is repaired (RV-02)', `describe('a', () => { ${RUNS} });`],
  ])('accepts a closed finding whose test has the id %s', (_, title, source) => {
    expect(problems(closed(title), source)).toEqual([]);
  });

  it.each([
    ['no test', closed(''), RUNS, 'names no test and its file'],
    ['no file', closed(undefined, ''), RUNS, 'names no test and its file'],
    ['a file that does not exist', closed(undefined, 'b.test.ts'), RUNS, 'b.test.ts is no test file'],
    [
      'a test that does not exist',
      closed('is mended (RV-02)'),
      RUNS,
      `${FILE} has no test "is mended (RV-02)"`,
    ],
    ['a test in a comment', closed(), `// ${RUNS}`, `${FILE} has no test "is repaired (RV-02)"`],
    ['a group', closed('a (RV-02)'), "describe('a (RV-02)', () => {});", `${FILE} has no test "a (RV-02)"`],
    ['part of a title', closed('(RV-02)'), RUNS, `${FILE} has no test "(RV-02)"`],
    ...['is repaired', 'is repaired RV-02', 'is repaired (XRV-02)', 'is repaired (RV-020)'].map(title => [
      `the title "${title}"`,
      [...closed(title), ['XRV-02', 'open', '', ''], ['RV-020', 'open', '', '']],
      `it('${title}', () => {});`,
      `the title "${title}" does not have the id`,
    ]),
    ...[
      ["it.fails('is repaired (RV-02)', () => {});", 'fails'],
      ["it.skip('is repaired (RV-02)', () => {});", 'skip'],
      ["it.todo('is repaired (RV-02)');", 'todo'],
      ["it.fails.each([1])('is repaired (RV-02)', () => {});", 'fails'],
      [`describe.skip('a', () => { describe('b', () => { ${RUNS} }); });`, 'skip'],
      [`${RUNS}\nit.skip('is repaired (RV-02)', () => {});`, 'skip'],
    ].map(([source, mark]) => [source, closed(), source, `"is repaired (RV-02)" is marked ${mark}`]),
  ])('refuses a closed finding with %s', (_, rows, source, why) => {
    expect(problems(rows, source)).toEqual([`RV-02 is closed, but ${why}.`]);
  });

  it.each([
    ['an unknown status', ['RV-02', 'done', '', ''], 'RV-02 is "done", not open, closed or later.'],
    ['no status', ['RV-02'], 'RV-02 is "undefined", not open, closed or later.'],
    [
      'later without a sentence',
      ['RV-02', 'later', 'payments', ''],
      'RV-02 is later, but no sentence says why.',
    ],
    ['open with a test', ['RV-02', 'open', '', FILE], 'RV-02 is open, but names the file of a test.'],
    ['a fifth column', ['RV-02', 'open', '', '', ''], 'RV-02 has more than 4 columns.'],
    ...['', 'RV-2', 'rv-02', 'RV-02 ', 'D2', security('05'), 'LOG-01', 'EIP-681'].map(id => [
      `the id "${id}"`,
      [id, 'open', '', ''],
      `docs/results/findings.tsv: "${id}" is not the id of a finding.`,
    ]),
  ])('refuses %s', (_, row, problem) => {
    expect(problems([row])).toEqual([problem]);
  });

  it('refuses two rows of one finding, and other columns', () => {
    const row = ['RV-02', 'open', '', ''];
    expect(problems([row, ['RV-03', 'open', '', ''], row])).toEqual(['RV-02 has two rows.']);
    expect(readFindings({ text: 'id\tstatus\n', sources: new Map() }).problems).toEqual([
      'docs/results/findings.tsv: the columns are id, status, test or sentence, file.',
    ]);
  });

  it('accepts findings that are open or later, with or without a test that has the id', () => {
    const rows = [
      ['RV-02', 'open', '', ''],
      ['rows-D2', 'later', "Comes with 'Names'.", ''],
      ['dependencies-D18', 'open', 'The first step is done.', ''],
      [security(101), 'open', '', ''],
    ];
    expect(problems(rows, `${RUNS} it.todo('b (rows-D2)'); it('c [${security(101)}]', () => {});`)).toEqual(
      [],
    );
  });

  it.each([
    ['(RV-99)', 'RV-99'],
    ['[NEW-01]', 'NEW-01'],
    ['[LOG-01] (RV-02 and house-D2)', 'house-D2'],
    [`[${security(101)}]`, security(101)],
    [`[${security(81)}]`, security(81)],
    ['(V-02)', 'V-02'],
  ])('refuses a title with %s, which has no row', (ids, id) => {
    const problem = `${id} is in a title of ${FILE}, but has no row in docs/results/findings.tsv.`;
    for (const call of [`it('a ${ids}', () => {})`, `describe('a ${ids}', () => {})`, `it.todo('a ${ids}')`])
      expect(problems(closed(), `${RUNS}\n${call};`)).toEqual([problem]);
  });

  it('takes rows of the specification, standards and tests of the design for no findings', () => {
    const title = `a [LOG-01] (CALL-11) (ERC-721, SHA-256) [${security('01')}] [${security(80)}] RV-99 (the 2nd of RV-)`;
    expect(problems(closed(), `${RUNS}\nit('${title}', () => {});\nexpect('(RV-98)');`)).toEqual([]);
  });
});

describe('notClosed', () => {
  const rows = [
    ...['RV-10', 'RV-11', 'SL-01', 'rows-D1', 'house-D1'].map(id => ({ id, status: 'closed', proof: 'a' })),
    { id: 'RW-01', status: 'later', proof: "Comes with 'Names'." },
    { id: 'RW-02', status: 'open', proof: 'The event is missing.' },
    { id: 'house-D2', status: 'open', proof: '' },
    { id: 'SL-02', status: 'done', proof: '' },
  ];

  it('accepts findings that are closed or later, by id and by prefix', () => {
    expect(notClosed(rows, ['RV-10', 'RW-01', 'RV-', 'RV', 'rows-', 'rows', 'rows-D', 'house-D1'])).toEqual(
      [],
    );
  });

  it.each([
    ['RW-02', ['RW-02 is open. The event is missing.']],
    ['RW-', ['RW-02 is open. The event is missing.']],
    ['house-', ['house-D2 is open.']],
    ['SL-', ['SL-02 is done.']],
    ...['UX-01', 'UX-', 'RV-1', 'R', 'D1', 'D', '', '--all', 'rv-'].map(one => [
      one,
      [`${one} has no row in docs/results/findings.tsv.`],
    ]),
  ])('refuses "%s"', (one, why) => {
    expect(notClosed(rows, ['RV-10', one])).toEqual(why);
  });
});

describe('findingsCheck', () => {
  it('fails when a finding has a problem', async () => {
    expect((await findingsCheck.check({ read: () => ({ problems: [] }) })).ok).toBe(true);
    const found = ['RV-02 is closed, but why.'];
    expect(await findingsCheck.check({ read: () => ({ problems: found }) })).toEqual({
      ok: false,
      text: found[0],
    });
  });
});
