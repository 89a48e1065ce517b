import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { exportsPage, readExports } from '../lib/exportsPage.mjs';
import { inRoot } from '../lib/paths.mjs';

const page = 'docs/reference.md';

/** Pages that list names without saying how they are used. */
const NO_GUIDES = ['reference.md', 'errors.md', 'glossary.md'];

/** The text of all guides. */
function readGuides() {
  const inDocs = readdirSync(inRoot('docs')).filter(
    file => file.endsWith('.md') && !NO_GUIDES.includes(file),
  );
  const files = [...inDocs.map(file => `docs/${file}`), 'README.md', 'packages/latchkit/README.md'];
  return files.map(file => readFileSync(inRoot(file), 'utf8')).join('\n');
}

/**
 * Returns what hosts can call but no guide mentions.
 *
 * @param {readonly { title: string, exports: readonly { name: string, isValue: boolean }[] }[]} entries
 * @param {string} guides
 */
export function undocumented(entries, guides) {
  const words = new Set(guides.match(/\w+/g));
  return entries.flatMap(({ title, exports }) =>
    exports
      .filter(({ name, isValue }) => isValue && !words.has(name))
      .map(({ name }) => `No guide mentions ${name} of ${title}. Show in docs/*.md what it is for.`),
  );
}

/** Every function, component, hook and constant is in a guide, and every export in docs/reference.md. */
export const documentedExports = {
  name: 'exports in the guides',
  async check({ update = false } = {}) {
    const entries = readExports();
    const failures = undocumented(entries, readGuides());
    const text = exportsPage(entries);
    if (update) writeFileSync(inRoot(page), text);
    else if (readFileSync(inRoot(page), 'utf8') !== text)
      failures.push(`${page} is out of date. Run npm run check -- --update --only "exports in the guides"`);
    return { ok: failures.length === 0, text: failures.join('\n') };
  },
};
