import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIMITS } from './checks/sizes.mjs';
import { inRoot } from './lib/paths.mjs';

const read = file => readFileSync(inRoot(file), 'utf8');

/** The text from one place of a page to another. */
const between = (text, from, to) => text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)));

describe('the quick starts', () => {
  it.each([
    ['docs/embedded-wallet.md', '## Quick start', '## How it works'],
    ['packages/gateway/README.md', '# @latchkit/gateway', '## Settings'],
  ])('of %s says that a command needs the gateway to stop (DX-13)', (file, from, to) => {
    const start = between(read(file), from, to);
    expect(start).toContain('npx @latchkit/gateway project create');
    expect(start).toMatch(/[Ss]top the gateway \(Ctrl-C\)/);
    expect(start).toContain('DATABASE_URL');
  });
});

describe('the sizes in the guides', () => {
  const kB = bytes => `${bytes / 1_000} kB`;

  it.each([
    ['README.md', [LIMITS.button]],
    ['docs/loading.md', [LIMITS.button, LIMITS.buttonByEsbuild, LIMITS.connect, LIMITS.everything]],
  ])('of %s are the budgets that the check enforces (DX-16)', (file, limits) => {
    const stated = new Set(read(file).match(/(?<=at most |adds )[\d.]+ kB|[\d.]+ kB(?= with esbuild)/g));
    expect([...stated].sort()).toEqual(limits.map(kB).sort());
  });
});

describe('the guide to Next.js', () => {
  it.each(['Providers', 'layout'])("has the example's own %s, which is built and driven (DX-08)", name => {
    const guide = read('docs/nextjs.md');
    expect(guide).toContain(`\`\`\`tsx\n${read(`examples/next/app/${name}.tsx`)}\`\`\``);
    // What a reader searches for.
    expect(guide).toContain('Functions cannot be passed directly to Client Components');
    expect(read('docs/README.md')).toContain('](nextjs.md)');
  });
});

describe('the recipes', () => {
  const RECIPES = read('docs/recipes.md');

  it.each([
    ...[
      'useModal',
      'useEvents',
      'kit.on',
      'useSignTypedData',
      'useSendTransaction',
      'label',
      'createFakeWallet',
    ],
    ...[
      'wallets',
      'exclude',
      'featured',
      'custom',
      'transform',
      'termsUrl',
      'legalCheckbox',
      'debug',
      'kit.destroy',
    ],
  ])('show %s in code (DX-08)', name => {
    const code = [...RECIPES.matchAll(/```\w+\n(.*?)```|`([^`\n]+)`/gs)].map(([block]) => block).join('\n');
    expect(code).toMatch(new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}(?!\\w)`));
  });

  it('have the forty tasks, and the package names them and the reference (DX-08)', () => {
    expect(RECIPES.match(/^### /gm).length).toBeGreaterThanOrEqual(40);
    const ofPackage = read('packages/latchkit/README.md');
    for (const file of ['docs/recipes.md', 'docs/reference.md']) expect(ofPackage).toContain(file);
  });
});

describe('the packages', () => {
  it.each(['latchkit', 'gateway'])(
    'have no link to a file that the package of %s does not contain (DX-17)',
    name => {
      for (const file of ['README.md', 'CHANGELOG.md']) {
        const links = [...read(`packages/${name}/${file}`).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to);
        expect(links.filter(to => !/^https:|^#/.test(to))).toEqual([]);
        // A link to the repository names a file that is there.
        const own = /^https:\/\/github\.com\/latchkit\/latchkit\/(?:blob|tree)\/main\/([^#]+)/;
        for (const link of links) {
          const [, target] = own.exec(link) ?? [];
          if (target) expect(existsSync(inRoot(target)), link).toBe(true);
        }
      }
    },
  );
});
