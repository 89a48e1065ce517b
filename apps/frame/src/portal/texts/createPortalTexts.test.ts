import { sentenceParts } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { createPortalTexts } from './createPortalTexts.js';
import { ar as loginAr } from './login/ar.js';
import { de as loginDe } from './login/de.js';
import { en as loginEn } from './login/en.js';
import { ar as pagesAr } from './pages/ar.js';
import { de as pagesDe } from './pages/de.js';
import { en as pagesEn } from './pages/en.js';

const slotsOf = (texts: object) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      sentenceParts(String(text))
        .flatMap(part => ('slot' in part ? [part.slot] : []))
        .sort(),
    ]),
  );

describe('createPortalTexts', () => {
  it.each([
    ['German', loginDe, pagesDe],
    ['Arabic', loginAr, pagesAr],
  ])('has the same slots in %s', (_, login, pages) => {
    expect(slotsOf({ ...login, ...pages })).toEqual(slotsOf({ ...loginEn, ...pagesEn }));
  });

  it('loads the first supported language, and the texts of pages when they are needed', async () => {
    const texts = await createPortalTexts(['fr', 'de-AT', 'en']);
    expect([texts.locale, texts.direction, texts.text('login.email')]).toEqual([
      'de',
      'ltr',
      'E-Mail-Adresse',
    ]);
    expect(texts.text('page.devices')).toBe('');
    await texts.loadPages();
    expect(texts.text('page.devices')).toBe('Geräte');
    expect(texts.text('code.wait', { time: '0:12' })).toBe('Erneut senden in 0:12');
  });

  it('writes times in Latin digits', async () => {
    const { direction, time, moment } = await createPortalTexts(['ar']);
    expect(direction).toBe('rtl');
    for (const text of [time(0), moment(0)]) expect(text).toMatch(/[0-9]/);
  });
});
