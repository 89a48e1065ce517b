import { describe, expect, it } from 'vitest';
import { contrast, frameColors, frameTheme } from './frameTheme.js';

const takes = (themeVariables: unknown, themeMode = 'light') =>
  frameTheme.safeParse({ themeMode, themeVariables }).success;

describe('frameTheme', () => {
  it('accepts light or dark with its variables, and no other mode [ENT-03]', () => {
    const theme = {
      themeMode: 'dark',
      themeVariables: { '--lk-accent': '#11654a' },
      w3mThemeVariables: { '--w3m-accent': '#ffffff' },
    };
    expect(frameTheme.parse(theme)).toEqual(theme);
    expect(takes({}, 'auto')).toBe(false);
  });

  it('SEC-74: refuses CSS, addresses, unknown tokens and colours that cannot be read', () => {
    expect(takes({ '--lk-accent': 'url(https://evil.example)' })).toBe(false);
    expect(takes({ '--lk-accent': '#fff;position:fixed' })).toBe(false);
    expect(takes({ '--lk-accent': 'red' })).toBe(false);
    expect(takes({ '--lk-font': '#ffffff' })).toBe(false);
    expect(takes({ '--lk-bg': '#777777', '--lk-fg': '#888888' })).toBe(false);
    expect(takes({ '--lk-fg': '#ffffff' })).toBe(false);
    expect(takes({ '--lk-bg': '#ffffff', '--lk-fg': '#222222' })).toBe(true);
  });
});

describe('frameColors', () => {
  it("drops a host's tokens that the wallet page would reject", () => {
    expect(
      frameColors({
        '--lk-accent': ' #E4572E ',
        '--lk-bg': '#777777',
        '--lk-fg': '#888888',
        '--lk-radius': '4px',
      }),
    ).toEqual({ '--lk-accent': '#E4572E' });
    expect(frameColors({ '--lk-accent': 'oklch(0.5 0.1 20)' })).toEqual({});
  });
});

describe('contrast', () => {
  it("gives WCAG's known values", () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
