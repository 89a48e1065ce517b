import { describe, expect, it } from 'vitest';
import { sentenceParts } from '../../protocol/text.js';
import { buttonsAr } from './ar/buttons.js';
import { emailEntry as arEmailEntry } from './ar/emailEntry.js';
import { embedded as arEmbedded } from './ar/embedded.js';
import { onramp as arOnramp } from './ar/onramp.js';
import { pay as arPay } from './ar/pay.js';
import { shell as arShell } from './ar/shell.js';
import { social as arSocial } from './ar/social.js';
import { swap as arSwap } from './ar/swap.js';
import { views as arViews } from './ar/views.js';
import type { Catalogue } from './Catalogue.js';
import { buttonsDe } from './de/buttons.js';
import { emailEntry as deEmailEntry } from './de/emailEntry.js';
import { embedded as deEmbedded } from './de/embedded.js';
import { onramp as deOnramp } from './de/onramp.js';
import { pay as dePay } from './de/pay.js';
import { shell as deShell } from './de/shell.js';
import { social as deSocial } from './de/social.js';
import { swap as deSwap } from './de/swap.js';
import { views as deViews } from './de/views.js';
import { buttonsEn } from './en/buttons.js';
import { emailEntry as enEmailEntry } from './en/emailEntry.js';
import { embedded as enEmbedded } from './en/embedded.js';
import { onramp as enOnramp } from './en/onramp.js';
import { pay as enPay } from './en/pay.js';
import { shell as enShell } from './en/shell.js';
import { social as enSocial } from './en/social.js';
import { swap as enSwap } from './en/swap.js';
import { views as enViews } from './en/views.js';

const en = {
  ...enShell,
  ...enViews,
  ...enEmailEntry,
  ...enEmbedded,
  ...enSocial,
  ...enSwap,
  ...enOnramp,
  ...enPay,
};
const de = {
  ...deShell,
  ...deViews,
  ...deEmailEntry,
  ...deEmbedded,
  ...deSocial,
  ...deSwap,
  ...deOnramp,
  ...dePay,
};
const ar = {
  ...arShell,
  ...arViews,
  ...arEmailEntry,
  ...arEmbedded,
  ...arSocial,
  ...arSwap,
  ...arOnramp,
  ...arPay,
};

const slotsOf = (sentence: string) =>
  sentenceParts(sentence)
    .flatMap(part => ('slot' in part ? [part.slot] : []))
    .sort();

const locales: readonly (readonly [string, Catalogue])[] = [
  ['en', en],
  ['de', de],
  ['ar', ar],
];

describe.each(locales)('catalogue %s', (locale, catalogue) => {
  it('has exactly the keys of the English one', () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });

  it('names the same slots in every sentence and every plural form', () => {
    for (const [key, value] of Object.entries(catalogue)) {
      const english: unknown = en[key as keyof typeof en];
      if (typeof value === 'string') {
        expect([key, slotsOf(value)]).toEqual([key, slotsOf(String(english))]);
        continue;
      }
      const wanted = slotsOf((english as { other: string }).other);
      for (const form of Object.values(value as Record<string, string>)) {
        expect([key, form, slotsOf(form)]).toEqual([key, form, wanted]);
      }
    }
  });

  it('has a form for every plural category of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    for (const [key, value] of Object.entries(catalogue)) {
      if (typeof value === 'string') continue;
      expect([key, Object.keys(value as object).sort()]).toEqual([key, [...pluralCategories].sort()]);
    }
  });

  it('leaves no sentence empty or with space around it', () => {
    for (const value of Object.values(catalogue)) {
      for (const sentence of typeof value === 'string' ? [value] : Object.values(value as object)) {
        expect(sentence).toBe(String(sentence).trim());
        expect(sentence).not.toBe('');
      }
    }
  });
});

describe('what visitors read', () => {
  it('never says how to set the site up, which is for the console (UX-16)', () => {
    const setUp =
      /set up for|isn’t set up|settings don|createLatchkit|projectId|project id|gateway|allowlist|configur|out of date|\brelay/i;
    const said = Object.entries(en).flatMap(([key, value]) =>
      (typeof value === 'string' ? [value] : Object.values(value)).map(sentence => `${key}: ${sentence}`),
    );
    expect(said.filter(sentence => setUp.test(sentence.slice(sentence.indexOf(': '))))).toEqual([]);
  });
});

describe('buttons', () => {
  it('are part of the whole catalogue of each language', () => {
    for (const [whole, part] of [
      [en, buttonsEn],
      [de, buttonsDe],
      [ar, buttonsAr],
    ] as const) {
      expect(whole).toMatchObject(part);
    }
  });

  it.each([
    { catalogue: en, blames: /check your connection/i },
    { catalogue: de, blames: /prüfe deine verbindung/i },
    { catalogue: ar, blames: /من اتصالك/ },
  ])(
    'blames no connection: only the browser knows that it is offline (MOD-04) $blames',
    ({ catalogue, blames }) => {
      const said = Object.values(catalogue).flatMap(value =>
        typeof value === 'string' ? [value] : Object.values(value as object),
      );
      expect(said.filter(sentence => blames.test(String(sentence)))).toEqual([]);
    },
  );
});
