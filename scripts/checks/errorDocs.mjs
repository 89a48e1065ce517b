import { readFileSync, writeFileSync } from 'node:fs';
import { errorsPage } from '../lib/errorsPage.mjs';
import { findErrorCodes } from '../lib/findErrorCodes.mjs';
import { inRoot } from '../lib/paths.mjs';

const source = 'docs/errors.json';
const page = 'docs/errors.md';

const read = file => readFileSync(inRoot(file), 'utf8');

/**
 * Compares the documented error codes with those in the source.
 *
 * @param {readonly import('../lib/errorsPage.mjs').ErrorSection[]} sections
 * @param {ReadonlyMap<string, string>} found codes, each with a file that contains it
 */
export function errorDocsProblems(sections, found) {
  const documented = sections.flatMap(({ errors }) => Object.keys(errors));
  const twice = documented.filter((code, index) => documented.indexOf(code) !== index);
  const missing = [...found].filter(([code]) => !documented.includes(code));
  const stale = documented.filter(code => !found.has(code));
  return [
    ...missing.map(([code, file]) => `${source} does not explain ${code} (${file}).`),
    ...stale.map(code => `${source} explains ${code}, which no source file names.`),
    ...twice.map(code => `${source} explains ${code} twice.`),
  ];
}

/** Checks that docs/errors.json explains every error code, and that docs/errors.md was generated from it. */
export const errorDocs = {
  name: 'errors',
  async check({ update = false } = {}) {
    const sections = JSON.parse(read(source));
    const failures = errorDocsProblems(sections, findErrorCodes());
    const text = errorsPage(sections);
    if (update) writeFileSync(inRoot(page), text);
    else if (read(page) !== text)
      failures.push(`${page} is out of date. Run npm run check -- --update --only errors`);
    return { ok: failures.length === 0, text: failures.join('\n') };
  },
};
