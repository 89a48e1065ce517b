/** @typedef {{ title: string, intro: string, errors: Record<string, { cause: string, remedy: string }> }} ErrorSection */

const anchor = title =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

/**
 * Returns the text of docs/errors.md.
 *
 * @param {readonly ErrorSection[]} sections the content of docs/errors.json
 */
export function errorsPage(sections) {
  const lines = [
    '# Errors',
    '',
    '<!-- Generated from errors.json by `npm run check -- --update --only errors`. Edit that file. -->',
    '',
    'Every error has a stable code. In the page, check it with `isError(error, code)`; `error.details` and `error.cause` say more,',
    'and `error.docsPath` leads to this page. The HTTP API returns',
    '`{ "error": { "code", "message" } }`. Codes that an adapter or a service of your own adds are not listed.',
    '',
    ...sections.map(({ title }) => `- [${title}](#${anchor(title)})`),
    '',
    ...sections.flatMap(({ title, intro, errors }) => [
      `## ${title}`,
      '',
      intro,
      '',
      ...Object.keys(errors)
        .sort()
        .flatMap(code => [
          `### ${code}`,
          '',
          `${errors[code].cause} **What to do:** ${errors[code].remedy}`,
          '',
        ]),
    ]),
  ];
  return lines.join('\n');
}
