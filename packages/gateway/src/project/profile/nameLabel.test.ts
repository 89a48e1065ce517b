import { describe, expect, it } from 'vitest';
import { isReserved, labelIn, nameLabel, variantsOf } from './nameLabel.js';

describe('nameLabel', () => {
  it.each(['adal', 'a-b1', '2024', 'müller', 'strauß', 'محمود', 'कमला', '山田太郎', 'ελένη'])(
    'accepts %s, which is normal and has letters, digits and hyphens only',
    text => {
      expect(nameLabel(text)?.label).toBe(text);
    },
  );

  it.each([
    ['an upper-case letter', 'Adal'],
    ['a decomposed letter', 'mu\u0308ller'],
    ['a ligature', 'ﬁnal'],
    ['a full-width letter', 'ａdal'],
    ['a zero-width space', 'ada\u200bl'],
    ['a zero-width joiner', 'ada\u200dl'],
    ['a direction mark', 'ada\u200fl'],
    ['a soft hyphen', 'ada\u00adl'],
    ['a dash that is not a hyphen', 'ada—l'],
    ['letters of two scripts', 'аdal'],
    ['a whole word that looks like one in Latin letters', 'рорсе'],
    ['an emoji', 'adal😀'],
    ['an underscore', '_adal'],
    ['the form of Punycode', 'xn--adal'],
    ['a dot', 'ada.l'],
    ['nothing', ''],
  ])('refuses %s (ENSIP-15)', (_, text) => {
    expect(nameLabel(text)).toBeUndefined();
  });

  it('counts characters, not code units', () => {
    expect(nameLabel('𠮷野家')).toBeUndefined();
    expect(nameLabel('𠮷野家山')?.label).toBe('𠮷野家山');
  });
});

describe('the look of a label', () => {
  const alike = (one: string, other: string) => nameLabel(one)?.look === nameLabel(other)?.look;

  it.each([
    ['paypal', 'paypa1'],
    ['google', 'g00gle'],
    ['modern', 'modem'],
    ['wallets', 'vvallets'],
    ['muller', 'müller'],
    ['adal', '-adal-'],
    ['mira', 'm1ra'],
    ['mira', 'mlra'],
    ['claude', 'daude'],
    ['lucia', 'lucla'],
    ['lucia', 'luc1a'],
    ['walter', 'wałter'],
    ['soren', 'søren'],
    ['aether', 'æther'],
    ['mira', 'm丨ra'],
  ])('is the same for %s and %s', (one, other) => {
    expect(alike(one, other)).toBe(true);
  });

  it.each([
    ['adal', 'adam'],
    ['ada-l', 'adal'],
    ['adal2', 'adal3'],
    ['adal5', 'adals'],
  ])('differs for %s and %s', (one, other) => {
    expect(alike(one, other)).toBe(false);
  });
});

it('reserved labels include those that look like one', () => {
  const reserved = (text: string) => isReserved(nameLabel(text) ?? { label: '', skeleton: '', look: '' });
  expect(['support', 'supp0rt', 'wa11et', 'ádmin'].map(reserved)).toEqual([true, true, true, true]);
  expect(reserved('adal')).toBe(false);
});

it('variants of a label are labels, always the same ones', () => {
  const variants = variantsOf('mira');
  expect(variants).toEqual(variantsOf('mira'));
  expect(new Set(variants.map(text => nameLabel(text)?.look)).size).toBe(variants.length);
  expect(variantsOf(undefined)).toEqual([]);
});

it('a label is found in names with the suffix, and under the old suffix of development', () => {
  expect(labelIn('Adal.Reown.ID', '.reown.id')).toBe('adal');
  expect(labelIn('adal.wcn.id', '.reown.id')).toBe('adal');
  expect(labelIn('adal.wcn.id', '.example.com')).toBeUndefined();
  expect(labelIn('sub.adal.example.com', '.example.com')).toBeUndefined();
  expect(labelIn('.example.com', '.example.com')).toBeUndefined();
});
