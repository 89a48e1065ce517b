import { describe, expect, it } from 'vitest';
import { fillSlots, LOCALES, localeDirection, matchLocale, sentenceParts } from './text.js';

describe('matchLocale', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_CH', 'de'],
    ['ar-EG', 'ar'],
    ['en-GB', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    ['__proto__', 'en'],
    ['constructor', 'en'],
    [undefined, 'en'],
  ])('%s reads as %s', (tag, locale) => expect(matchLocale(tag)).toBe(locale));
});

describe('localeDirection', () => {
  it('is right to left for Arabic only', () => {
    expect(LOCALES.map(localeDirection)).toEqual(['ltr', 'ltr', 'rtl']);
  });
});

describe('fillSlots', () => {
  it('fills the slots that have a value, isolated in right-to-left sentences', () => {
    const slots = { name: 'Ann' };
    expect(fillSlots('Hello {name}, {other}', slots)).toBe('Hello Ann, {other}');
    expect(fillSlots('{name}!', slots, true)).toBe('\u2068Ann\u2069!');
  });
});

describe('sentenceParts', () => {
  it('splits a sentence into text and slots', () => {
    expect(sentenceParts('{a}, then {b}.')).toEqual([
      { slot: 'a' },
      { text: ', then ' },
      { slot: 'b' },
      { text: '.' },
    ]);
  });
});
