import { describe, expect, it } from 'vitest';
import { safeIcon } from './untrusted.js';

describe('safeIcon', () => {
  it.each([
    'svg+xml,<svg/>',
    'png;base64,AA',
    'jpeg;base64,AA',
    'webp;base64,AA',
    'gif;base64,AA',
    'avif;base64,AA',
  ])('accepts data:image/%s', rest => {
    expect(safeIcon(`data:image/${rest}`)).toBe(`data:image/${rest}`);
  });

  it.each(['\n', '\r\n', ' ', '\t', '\u00a0', '\ufeff'])('ignores %j around it (EVM-09)', space => {
    const icon = 'data:image/png;base64,iVBORw0KGgo=';
    for (const text of [`${space}${icon}`, `${icon}${space}`, `${space}${icon}${space}${space}`]) {
      expect(safeIcon(text)).toBe(icon);
    }
  });

  it.each([
    'javascript:alert(1)',
    'https://wallet.example/icon.png',
    'data:text/html,<script>1</script>',
    'data:image/svg+xmlx,1',
    `data:image/png;base64,${'A'.repeat(128 * 1_024)}`,
    '',
    42,
    undefined,
    { toString: () => 'data:image/png,1' },
  ])('refuses %.40s', icon => {
    expect(safeIcon(icon)).toBeUndefined();
  });
});
