import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

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

/** Every such place, with the address that it goes to. None is named by a caller of a service. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // The provider's page, as the wallet service says.
  'apps/frame/src/social/leaveForProvider.ts': ['self.location.replace(armed.authorizeUrl)'],
  // The wallet window that passes a login on, with a proof of this page.
  'apps/frame/src/page/createPassPrompt.ts': ["self.open(address, '', FEATURES)"],
  // The portal.
  'apps/frame/src/window/startWindow.ts': ["self.location.replace(new URL('me', self.document.baseURI))"],
  // The first page of a login of the wallet service; the portal.
  'apps/frame/src/portal/runtime/createPortal.ts': [
    'self.location.assign(uri)',
    'self.location.replace(PAGE)',
  ],
  // The wallet window, with a mailbox of this page.
  'apps/frame/src/windowChannel/offerToWindow.ts': ["self.open(address, '', FEATURES)"],
  // The page of a Farcaster relay, which the wallet service compares with its own pages.
  'apps/frame/src/portal/login/FarcasterStep.tsx': ['href={url}'],
  'apps/frame/src/portal/logins/FarcasterAddStep.tsx': ['href={url}'],
  // The ending of a login: see `nextPage`, also after Telegram's fragment was posted; the callback itself, for a posted form.
  'packages/gateway/src/wallet/service/social/routes.ts': [
    'context.redirect(next, 303)',
    'callbackOf(parts)',
    'location.replace(told.next)',
    "location.replace('/window/done#')",
  ],
};

/** The lines of a file that navigate. */
function navigationsIn(file: string): string[] {
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  return lines.filter(line => line.search(NAVIGATES) >= 0 && !/^\s*(?:\/\/|\*|\/\*)/.test(line));
}

const sources = ['apps/frame/src', 'packages/gateway/src/wallet'].flatMap(folder =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test(-support)?\.tsx?$/.test(file))
    .map(file => `${folder}/${file}`),
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

  it('go nowhere but where this list says: a new place needs a look at who names its address [SEC-103]', () => {
    const found = Object.fromEntries(
      sources.map(file => [file, navigationsIn(file)] as const).filter(([, lines]) => lines.length > 0),
    );
    expect(Object.keys(found).sort()).toEqual(Object.keys(KNOWN).sort());
    for (const [file, lines] of Object.entries(found)) {
      const known = KNOWN[file] ?? [];
      expect(
        lines.map(line => known.filter(text => line.includes(text)).length),
        file,
      ).toEqual(known.map(() => 1));
    }
  });
});
