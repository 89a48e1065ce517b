import { describe, expect, it } from 'vitest';
import { monogram } from './monogram.js';

const luminance = (hue: number) => {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = 0.28 - 0.45 * 0.28 * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
};

describe('monogram', () => {
  it('shows the first letter in upper case, complete and escaped', () => {
    expect(monogram('a', 'frame')).toContain('>F</text>');
    expect(monogram('a', ' 𝒜lpha')).toContain('>𝒜</text>');
    expect(monogram('a', '<script>')).toContain('>&#60;</text>');
    expect(monogram('a', '&amp')).toContain('>&#38;</text>');
    expect(monogram('a', '')).toContain('>?</text>');
  });

  it('derives its colour from the id alone', () => {
    const colour = (svg: string) => /hsl\(\d+,45%,28%\)/.exec(svg)?.[0];
    expect(colour(monogram('a', 'One'))).toBe(colour(monogram('a', 'Two')));
    expect(colour(monogram('a', 'One'))).not.toBe(colour(monogram('b', 'One')));
  });

  it('keeps white letters readable on every colour (WCAG 4.5:1)', () => {
    for (let hue = 0; hue < 360; hue += 1) expect(1.05 / (luminance(hue) + 0.05)).toBeGreaterThan(4.5);
  });
});
