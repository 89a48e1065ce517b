import type { emailEntry } from './en/emailEntry.js';
import type { embedded } from './en/embedded.js';
import type { onramp } from './en/onramp.js';
import type { pay } from './en/pay.js';
import type { shell } from './en/shell.js';
import type { social } from './en/social.js';
import type { swap } from './en/swap.js';
import type { Translation } from './en/Translation.js';
import type { views } from './en/views.js';

/**
 * The type of the catalogue: every string that the modal shows. Values are whole sentences with named `{slots}`; one
 * with several forms is a plural, which `{count}` selects by the locale's rules. English defines the keys and slots;
 * the other locales must match it.
 */
type English = typeof shell &
  typeof views &
  typeof emailEntry &
  typeof embedded &
  typeof social &
  typeof swap &
  typeof onramp &
  typeof pay;

/** A key of the text catalogue. */
export type TextKey = keyof English;

/** Keys of plurals. */
export type PluralKey = { [K in TextKey]: English[K] extends string ? never : K }[TextKey];

/** Keys of plain sentences, without plural forms. */
export type SentenceKey = Exclude<TextKey, PluralKey>;

/** Texts that the modal needs before any view other than Connect is opened. */
export type ShellTexts = Translation<typeof shell>;

/** Texts of the other views. */
export type ViewTexts = Translation<typeof views>;

/** Texts of the email field. */
export type EmailEntryTexts = Translation<typeof emailEntry>;

/** Texts of the embedded wallet's views, other than the email field. */
export type EmbeddedTexts = Translation<typeof embedded>;

/** Texts of the social login. */
export type SocialTexts = Translation<typeof social>;

/** Texts of swaps. */
export type SwapTexts = Translation<typeof swap>;

/** Texts of buying. */
export type OnrampTexts = Translation<typeof onramp>;

/** Texts of payments. */
export type PayTexts = Translation<typeof pay>;

/** All of a locale's texts. */
export type Catalogue = ShellTexts &
  ViewTexts &
  EmailEntryTexts &
  EmbeddedTexts &
  SocialTexts &
  SwapTexts &
  OnrampTexts &
  PayTexts;

type SlotNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never;

/** The slots of a sentence. */
export type Slots<K extends TextKey, Value = string> = {
  readonly [Name in English[K] extends string
    ? SlotNames<English[K]>
    : English[K] extends { readonly other: infer Other extends string }
      ? Exclude<SlotNames<Other>, 'count'>
      : never]: Value;
};
