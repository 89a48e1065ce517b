// Puts pictures for human review onto contact sheets by look, in DIRECTORY/sheets: every scene of the modal (e2e/screens),
// the wallet's pages and the portal (e2e/portal, e2e/frame; all looks with LATCHKIT_FULL=1), and emails (e2e/mails).
//   LATCHKIT_SCREENS=DIRECTORY npx vitest run -c e2e/vitest.config.ts e2e/screens.test.ts
//   node scripts/contactSheets.mjs DIRECTORY [LOOK…]

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { locateTestChromium } from './lib/findChromium.mjs';

/** Pictures of one sheet; more are hard to look at. */
const PER_SHEET = 12;
const STYLE = `body { margin: 0; padding: 12px; background: #888; font: 600 13px sans-serif; }
  main { display: grid; grid-template-columns: repeat(6, 300px); gap: 12px; align-items: start; }
  figure { margin: 0; min-inline-size: 0; } figcaption { padding-block: 2px; overflow-wrap: anywhere; } img { inline-size: 100%; }
  .modal img { block-size: 620px; object-fit: cover; } .page { grid-column: span 2; }`;

const [directory, ...wanted] = process.argv.slice(2);
if (!directory || !existsSync(directory)) {
  console.error('Usage: node scripts/contactSheets.mjs DIRECTORY [LOOK…]');
  process.exit(1);
}
/** Pictures by look: of the modal in a folder per look, of pages with the look at the end of the name. */
const looks = new Map();
const add = (look, file) => looks.set(look, [...(looks.get(look) ?? []), path.join(directory, file)]);
for (const file of readdirSync(directory, { recursive: true }).sort()) {
  if (!file.endsWith('.png') || file.startsWith('sheets')) continue;
  const [folder] = file.split(path.sep);
  if (folder !== file) add(folder, file);
  else add(/(?:light|dark)-\d+px/.exec(file)?.[0] ?? 'pages', file);
}
const sheets = path.join(directory, 'sheets');
mkdirSync(sheets, { recursive: true });

/** One picture with its name: of the modal on a desktop its middle, where the modal is, and all of a page, at twice the width. */
function figure(file) {
  const bytes = readFileSync(file);
  const isDesktop = bytes.readUInt32BE(16) > 800;
  const isPage = path.dirname(file) === path.normalize(directory);
  const kind = isDesktop && (isPage ? 'page' : 'modal');
  const source = `data:image/png;base64,${bytes.toString('base64')}`;
  return `<figure class="${kind || 'phone'}"><figcaption>${path.basename(file, '.png')}</figcaption><img src="${source}"></figure>`;
}

const browser = await chromium.launch({ executablePath: locateTestChromium(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1884, height: 400 } });
  for (const [name, files] of looks) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (let start = 0; start < files.length; start += PER_SHEET) {
      const figures = files.slice(start, start + PER_SHEET).map(figure);
      await page.setContent(`<style>${STYLE}</style><main>${figures.join('')}</main>`);
      const part = files.length > PER_SHEET ? `-${start / PER_SHEET + 1}` : '';
      await page.screenshot({ path: path.join(sheets, `${name}${part}.png`), fullPage: true });
    }
    console.log(`${name}: ${files.length} pictures`);
  }
} finally {
  await browser.close();
}
