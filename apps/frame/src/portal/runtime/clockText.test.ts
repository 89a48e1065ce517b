import { describe, expect, it } from 'vitest';
import { createPortalTexts } from '../texts/createPortalTexts.js';
import { clockText, spokenTime } from './clockText.js';

describe('clockText', () => {
  it.each([
    [-1, '0:00'],
    [1, '0:01'],
    [272_000, '4:32'],
    [3_599_001, '1:00'],
    [79_080_000, '21:58'],
  ])('writes %i milliseconds as %s', (milliseconds, text) => {
    expect(clockText(milliseconds)).toBe(text);
  });
});

describe('spokenTime', () => {
  it('says a length of time in words', async () => {
    const texts = await createPortalTexts(['en']);
    const spoken = [86_399_000, 3_600_000, 60_000, 65_000].map(time => spokenTime(time, texts));
    expect(spoken).toEqual(['23 hours 59 minutes', '1 hour', '1 minute', '1 minute 5 seconds']);
    expect(spokenTime(7_200_000, await createPortalTexts(['ar']))).toBe('ساعتان');
  });
});
