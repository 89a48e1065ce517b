// npm run docs:api: builds the client and writes the reference of its public API, a page per entry point, to docs/api.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { inRoot } from './lib/paths.mjs';

await build({ only: 'packages/latchkit' });
// Imported late, because the compiler may have just been installed.
const { readApi, referencePage } = await import('./lib/apiReference.mjs');
const folder = inRoot('docs/api');
mkdirSync(folder, { recursive: true });
const pages = readApi().map(entry => ({ entry, file: `${entry.title.replaceAll('/', '-')}.md` }));
for (const { entry, file } of pages) writeFileSync(path.join(folder, file), referencePage(entry));
const list = pages.map(({ entry, file }) => `- [${entry.title}](${file}): ${entry.exports.length} exports`);
writeFileSync(path.join(folder, 'README.md'), ['# API reference', '', ...list, ''].join('\n'));
console.log(`Wrote ${pages.length} pages to docs/api.`);
