import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '..');

describe('pages of their own windows', () => {
  // The wallet page is only ever in an iframe, for which browsers ask no icon.
  it.each(['me.html', 'window.html', 'window/social.html'])('name an icon: %s (V-09)', name => {
    const file = path.join(FOLDER, name);
    const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(icon).toMatch(/\.svg$/);
    expect(existsSync(path.resolve(path.dirname(file), icon))).toBe(true);
  });
});
