import type { en } from './en.js';

/** Plural forms, by the categories of `Intl.PluralRules`; `other` is always there. */
export type PluralForms = { readonly other: string } & Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

/** A key of the text catalogue. */
export type TextKey = keyof typeof en;

/** Keys whose text depends on a count. */
export type PluralKey = { [K in TextKey]: (typeof en)[K] extends string ? never : K }[TextKey];

/** Keys of plain sentences. */
export type SentenceKey = Exclude<TextKey, PluralKey>;

/** A locale's texts: a sentence for every sentence, forms for every plural. */
export type Catalogue = { readonly [K in TextKey]: K extends PluralKey ? PluralForms : string };

type SlotNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never;

/** The slots that a sentence names. */
export type Slots<K extends TextKey, Value = string> = {
  readonly [Name in (typeof en)[K] extends string
    ? SlotNames<(typeof en)[K]>
    : (typeof en)[K] extends { readonly other: infer Other extends string }
      ? Exclude<SlotNames<Other>, 'count'>
      : never]: Value;
};
