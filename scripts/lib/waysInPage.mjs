const GAINS = {
  session: 'Sessions',
  approval: 'Approvals and grants',
  share: 'Shares and words',
  protection: 'Protection',
  login: 'Logins and names',
  signature: 'Signatures',
  deletion: 'Endings and deletions',
};

const COLUMNS = [
  ['starts', 'who may start it'],
  ['tie', 'what ties the start to the browser that ends it'],
  ['returnsTo', 'where it may return to'],
  ['shows', 'what is shown, and the press'],
  ['vault', 'what the vault proves itself'],
  ['factor', 'factor of the wallet'],
  ['mails', 'who is told by email'],
  ['replay', 'a repetition'],
  ['budget', 'limits'],
];

/**
 * Returns the text of docs/security/ways-in.md.
 *
 * @param {Awaited<ReturnType<import('./readWaysIn.mjs').readWaysIn>>} record
 */
export function waysInPage({ ways, steps, navigations, calls, attacks, cells }) {
  const all = Object.values(ways);
  const gains = Object.entries(GAINS).map(([gain, title]) => ({
    title,
    rows: all.filter(({ gives }) => gives === gain),
  }));
  const lines = [
    '# Ways in',
    '',
    '<!-- Generated from packages/gateway/src/wallet/shared/waysIn by `npm run check -- --update --only "ways in"`. Edit that folder. -->',
    '',
    'Every way by which a browser, a script or a server obtains a session, a share, a signature, an approval, a change of login, or a deletion of an embedded wallet. W is',
    'the wallet service, V the vault. A function that writes one of these takes the row of its way, and its entry in the audit log names the id.',
    '',
    'Limits of an address, a user, an installation or a sign-in do not count an email that the mail server did not take for a moment, at most three times in an hour; limits',
    'that a network, a project or strangers share count every try.',
    '',
    `There are ${all.length} ways. What remains possible in spite of the rules is listed with each, and together at the [end](#residual-risks).`,
    '',
    ...gains.flatMap(({ title, rows }) => [
      `## ${title}`,
      '',
      ...rows.flatMap(row => [
        `### ${row.title}`,
        '',
        `\`${row.id}\` · ends with ${endOf(row, calls)}`,
        '',
        '| | |',
        '|---|---|',
        ...COLUMNS.map(([key, name]) => `| ${name} | ${cell(row[key])} |`),
        ...(row.residual === null ? [] : [`| residual risk | ${cell(row.residual)} |`]),
        '',
      ]),
    ]),
    '## Calls that complete no way',
    '',
    '| call | why it gives nothing |',
    '|---|---|',
    ...Object.entries(steps).map(([call, why]) => `| ${callText(calls[call])} | ${cell(why)} |`),
    '',
    '## Where pages go',
    '',
    'Every place where a page of W or V goes to an address, or opens one. A test finds them in the sources and compares them with this list.',
    '',
    '| file | code | goes to |',
    '|---|---|---|',
    ...navigations.map(({ file, code, goes }) => `| \`${file}\` | \`${cell(code)}\` | ${cell(goes)} |`),
    '',
    '## Attacks',
    '',
    'Every attack on every way is a test (T), leaves a residual risk (R), or does not apply (–). `packages/gateway/test/wallet/matrix.ts` names the tests and the reasons.',
    '',
    ...Object.values(attacks).map((text, at) => `${at + 1}. ${text}`),
    '',
    `| way | ${Object.keys(attacks)
      .map((_, at) => at + 1)
      .join(' | ')} |`,
    `|---|${'---|'.repeat(Object.keys(attacks).length)}`,
    ...all.map(({ id }) => `| \`${id}\` | ${signsOf(cells, id).join(' | ')} |`),
    '',
    '## Residual risks',
    '',
    'What remains possible, and what an operator can do about it.',
    '',
    '| way | risk |',
    '|---|---|',
    ...all
      .filter(({ residual }) => residual !== null)
      .map(({ title, residual }) => `| ${title} | ${cell(residual)} |`),
    '',
  ];
  return lines.join('\n');
}

const signsOf = (cells, id) =>
  cells
    .filter(({ way }) => way === id)
    .map(({ cell: is }) => (typeof is === 'object' ? 'T' : is.startsWith('residual') ? 'R' : '–'));

const cell = text => text.replaceAll('|', '\\|');

const callText = call => (call ? `\`${call.method} ${call.service}${call.path}\`` : '');

const endOf = ({ ends }, calls) => (calls[ends] ? callText(calls[ends]) : ends.replace(/\.$/, ''));
