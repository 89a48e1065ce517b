import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideUrl } from './guideUrl.js';
import { packageFile } from './packageFile.js';

const repository = join(import.meta.dirname, '../../../..');

describe('guideUrl', () => {
  it('leads to the repository that the package names', () => {
    const { homepage } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
    const [base] = homepage.split('/tree/main/');
    expect(guideUrl('upgrade.md')).toBe(`${base}/blob/main/docs/upgrade.md`);
  });

  it('leads from messages and from the list of errors to pages and headings that exist', () => {
    const files = [
      'packages/gateway/src/platform/migrate.ts',
      'packages/gateway/src/platform/adapters/databaseAway.ts',
      'packages/gateway/src/wallet/durability/restoreBackup.ts',
    ];
    const named = files.flatMap(file => [
      ...readFileSync(join(repository, file), 'utf8').matchAll(/guideUrl\('([^']+)'\)/g),
    ]);
    const base = guideUrl('');
    const errors = readFileSync(join(repository, 'docs/errors.json'), 'utf8');
    const linked = [...errors.matchAll(/https:[^\s")]+/g)].flatMap(([url]) =>
      url.startsWith(base) ? [url.slice(base.length).replace(/\.$/, '')] : [],
    );
    const pages = [...named.map(([, page = '']) => page), ...linked];
    expect(pages).toContain('upgrade.md#3-go-back');
    for (const page of pages) {
      const [path = '', anchor] = page.split('#');
      const headings = [...readFileSync(join(repository, 'docs', path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(
        ([, title = '']) =>
          title
            .toLowerCase()
            .replaceAll(/[^a-z0-9 -]/g, '')
            .replaceAll(' ', '-'),
      );
      if (anchor !== undefined) expect(headings).toContain(anchor);
    }
    // Operators of the npm package have no `docs` folder.
    expect(errors).not.toMatch(/(?<!main\/)docs\/[a-z-]+\.md/);
  });
});
