import type { emailEntry } from './en/emailEntry.js';
import type { embedded } from './en/embedded.js';
import type { shell } from './en/shell.js';
import type { views } from './en/views.js';

/** Plural forms, by the categories of `Intl.PluralRules`; `other` is always there. */
export type PluralForms = { readonly other: string } & Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

/**
 * The typed catalogue: every string the modal shows. Whole sentences with named `{slots}`; a value with forms is a
 * plural that `{count}` chooses by the locale's rules. English defines the keys and slots; the others have the same.
 */
type English = typeof shell & typeof views & typeof emailEntry & typeof embedded;

/** A key of the text catalogue. */
export type TextKey = keyof English;

/** Keys whose text depends on a count. */
export type PluralKey = { [K in TextKey]: English[K] extends string ? never : K }[TextKey];

/** Keys of plain sentences. */
export type SentenceKey = Exclude<TextKey, PluralKey>;

/** English texts in another language: a sentence for every sentence, forms for every plural. */
export type Translation<Texts> = {
  readonly [K in keyof Texts]: Texts[K] extends string ? string : PluralForms;
};

/** What the modal says before any view but Connect is asked for. */
export type ShellTexts = Translation<typeof shell>;

/** What the other views say. */
export type ViewTexts = Translation<typeof views>;

/** What the email field says. */
export type EmailEntryTexts = Translation<typeof emailEntry>;

/** What the views of the embedded wallet say beside it. */
export type EmbeddedTexts = Translation<typeof embedded>;

/** All of a locale's texts. */
export type Catalogue = ShellTexts & ViewTexts & EmailEntryTexts & EmbeddedTexts;

type SlotNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never;

/** The slots that a sentence names. */
export type Slots<K extends TextKey, Value = string> = {
  readonly [Name in English[K] extends string
    ? SlotNames<English[K]>
    : English[K] extends { readonly other: infer Other extends string }
      ? Exclude<SlotNames<Other>, 'count'>
      : never]: Value;
};
