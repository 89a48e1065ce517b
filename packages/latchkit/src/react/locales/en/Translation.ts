/** Plural forms, by the categories of `Intl.PluralRules`; `other` is always present. */
export type PluralForms = { readonly other: string } & Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

/** The translation of English texts: a sentence for each sentence, forms for each plural. */
export type Translation<Texts> = {
  readonly [K in keyof Texts]: Texts[K] extends string ? string : PluralForms;
};
