import { Fragment, type ReactNode } from 'react';
import { fillSlots, type Locale, localeDirection, sentenceParts } from '../../protocol/text.js';
import type {
  EmailEntryTexts,
  EmbeddedTexts,
  OnrampTexts,
  PayTexts,
  PluralKey,
  SentenceKey,
  ShellTexts,
  Slots,
  SocialTexts,
  SwapTexts,
  ViewTexts,
} from '../locales/Catalogue.js';
import type { PluralForms } from '../locales/en/Translation.js';

type SlotArguments<K extends SentenceKey, Value> = keyof Slots<K> extends never
  ? []
  : [slots: Slots<K, Value>];

/** The modal's texts in one language. */
export interface Text {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  /** Returns a sentence with its slots filled. */
  t<K extends SentenceKey>(key: K, ...slots: SlotArguments<K, string>): string;
  /** Returns a sentence with elements in its slots. */
  rich<K extends SentenceKey>(key: K, ...slots: SlotArguments<K, ReactNode>): ReactNode;
  /** Returns the plural form for a count; `{count}` is filled in. */
  plural<K extends PluralKey>(key: K, count: number, slots: Slots<K>): string;
  /** Returns the text of a key that is only known at run time; an unknown key is returned as is. */
  any(key: string, slots: Readonly<Record<string, string>>): string;
  /** Adds the texts of the views that load later. */
  add(
    texts: ViewTexts | EmailEntryTexts | EmbeddedTexts | SocialTexts | SwapTexts | OnrampTexts | PayTexts,
  ): void;
}

/** The modal's texts in a locale. A text that hasn't loaded yet is shown as its key. */
export function createText(shell: ShellTexts, locale: Locale): Text {
  const direction = localeDirection(locale);
  const isolate = direction === 'rtl';
  // Created with the first count: this takes tens of milliseconds on a slow phone, and Connect shows no counts.
  let counts: { rules: Intl.PluralRules; numbers: Intl.NumberFormat } | undefined;
  let texts: Readonly<Record<string, string | PluralForms>> = shell;
  const sentence = (key: string) => {
    const found = texts[key];
    return typeof found === 'string' ? found : key;
  };
  return {
    locale,
    direction,
    t: (key, ...[slots]) => fillSlots(sentence(key), slots ?? {}, isolate),
    rich: (key, ...[slots]) => {
      const values = (slots ?? {}) as Readonly<Record<string, ReactNode>>;
      return sentenceParts(sentence(key)).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have a fixed order
        <Fragment key={index}>{'text' in part ? part.text : <bdi>{values[part.slot]}</bdi>}</Fragment>
      ));
    },
    plural: (key, count, slots) => {
      const forms = texts[key];
      if (typeof forms !== 'object') return key;
      counts ??= { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) };
      const form = forms[counts.rules.select(count)] ?? forms.other;
      return fillSlots(form, { ...slots, count: counts.numbers.format(count) }, isolate);
    },
    any: (key, slots) => fillSlots(sentence(key), slots, isolate),
    add: more => {
      texts = { ...texts, ...more };
    },
  };
}
