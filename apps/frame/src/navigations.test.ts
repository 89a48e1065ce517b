import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NAVIGATIONS } from '../../../packages/gateway/src/wallet/shared/waysIn/navigations.js';

const RECORD = 'packages/gateway/src/wallet/shared/waysIn/navigations.ts';
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Code that lets a page of the wallet service or the vault go to, or open, an address. */
const NAVIGATES = new RegExp(
  [
    String.raw`\blocation\s*\.\s*(?:assign|replace)\(`,
    String.raw`(?<!const )\blocation\s*(?:\.\s*(?:href|host|hostname|pathname|port|protocol|search)\s*)?=(?!=)`,
    String.raw`\b(?:window|self|globalThis|top|parent|opener|page|document)\.open\(`,
    String.raw`\bnavigation\s*\.\s*navigate\(|\bhistory\s*\.\s*(?:back|forward|go)\(|\.submit\(`,
    String.raw`\.redirect\(|['"](?:Location|Refresh)['"]|\b(?:header|set|append)\(\s*['"](?:location|refresh)`,
    String.raw`\bhref=\{(?!\`#)|\.href\s*=(?!=)|setAttribute\(\s*['"](?:href|action)|\bhttp-equiv=.refresh`,
  ].join('|'),
);

/** The code of each file that the record lists. */
const KNOWN = new Map(
  NAVIGATIONS.map(({ file }) => [file, NAVIGATIONS.filter(one => one.file === file)] as const),
);

/** The lines of a file that navigate. */
function navigationsIn(file: string): string[] {
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  // A drawing that is used again loads no page.
  const drawn = (line: string) => line.replace('<use href=', '');
  return lines.filter(line => drawn(line).search(NAVIGATES) >= 0 && !/^\s*(?:\/\/|\*|\/\*)/.test(line));
}

const sources = ['apps/frame/src', 'packages/gateway/src/wallet'].flatMap(folder =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test(-support)?\.tsx?$/.test(file))
    .map(file => `${folder}/${file}`)
    // The record quotes the code.
    .filter(file => file !== RECORD),
);

/** Code that goes to an address, each as it could be written. */
const PLANTED = [
  'location.assign(uri)',
  'self.location = uri',
  'document.location.href = uri',
  'location.search = query',
  "window.open(uri, '', 'popup')",
  'parent.open(uri)',
  'navigation.navigate(uri)',
  'self.history.back()',
  'form.submit()',
  'return context.redirect(uri)',
  "context.header('Location', uri)",
  "headers.set('location', uri)",
  '<a href={uri}>',
  'link.href = uri',
  "link.setAttribute('href', uri)",
];

describe('pages of the wallet service and the vault', () => {
  it.each(PLANTED)('would be found to go to an address by: %s', line => {
    expect(NAVIGATES.test(line)).toBe(true);
  });

  it('open the wallet window from one place, with a mailbox of their own, and never go to it [SEC-103]', () => {
    const named = sources.filter(file =>
      /\bURL\(\s*['"`]\/?window['"`#?]|['"`]\/window['"`#?]/.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
    expect(named).toEqual([
      'apps/frame/src/windowChannel/offerToWindow.ts',
      // Serves it.
      'packages/gateway/src/wallet/service/pages/framePages.ts',
    ]);
  });

  it('go nowhere but where the record says: a new place needs a look at who names its address [SEC-103]', () => {
    const found = Object.fromEntries(
      sources.map(file => [file, navigationsIn(file)] as const).filter(([, lines]) => lines.length > 0),
    );
    expect(Object.keys(found).sort()).toEqual([...KNOWN.keys()].sort());
    for (const [file, lines] of Object.entries(found)) {
      const known = (KNOWN.get(file) ?? []).map(({ code }) => code);
      expect(
        lines.map(line => known.filter(text => line.includes(text)).length),
        file,
      ).toEqual(known.map(() => 1));
    }
  });
});
