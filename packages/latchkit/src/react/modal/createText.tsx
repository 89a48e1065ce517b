import { Fragment, type ReactNode } from 'react';
import type {
  EmailEntryTexts,
  EmbeddedTexts,
  PluralForms,
  PluralKey,
  SentenceKey,
  ShellTexts,
  Slots,
  ViewTexts,
} from '../locales/Catalogue.js';
import { fillSlots, sentenceParts } from '../locales/fillSlots.js';
import { type LocaleId, localeDirection } from '../locales/locale.js';

type SlotArguments<K extends SentenceKey, Value> = keyof Slots<K> extends never
  ? []
  : [slots: Slots<K, Value>];

/** The modal's words in one language. */
export interface Text {
  readonly locale: LocaleId;
  readonly direction: 'ltr' | 'rtl';
  /** A sentence with its slots filled. */
  t<K extends SentenceKey>(key: K, ...slots: SlotArguments<K, string>): string;
  /** A sentence with elements in its slots. */
  rich<K extends SentenceKey>(key: K, ...slots: SlotArguments<K, ReactNode>): ReactNode;
  /** The form of a sentence that a count asks for; `{count}` is filled in. */
  plural<K extends PluralKey>(key: K, count: number, slots: Slots<K>): string;
  /** Text of a key that is only known at run time; an unknown key is its own text. */
  any(key: string, slots: Readonly<Record<string, string>>): string;
  /** Takes in the texts of the views that load later. */
  add(texts: ViewTexts | EmailEntryTexts | EmbeddedTexts): void;
}

/** The modal's words in a locale, as far as they are loaded. A text that is not yet there reads as its key. */
export function createText(shell: ShellTexts, locale: LocaleId): Text {
  const direction = localeDirection(locale);
  const isolate = direction === 'rtl';
  // Made with the first count: they take tens of milliseconds on a slow phone, and Connect has none.
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts never move
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
