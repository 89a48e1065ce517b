import { describe, expect, it } from 'vitest';
import { localeDirection, matchLocale } from './locale.js';

describe('matchLocale', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_CH', 'de'],
    ['ar-EG', 'ar'],
    ['en-GB', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('%s reads as %s', (tag, locale) => expect(matchLocale(tag)).toBe(locale));
});

describe('localeDirection', () => {
  it('is right to left for Arabic only', () => {
    expect((['en', 'de', 'ar'] as const).map(localeDirection)).toEqual(['ltr', 'ltr', 'rtl']);
  });
});
