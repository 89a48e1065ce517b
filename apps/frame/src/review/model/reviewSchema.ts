import * as z from 'zod/mini';
import { en, type TextKey } from '../../texts/en.js';
import type { Review } from './Review.js';

/** Maximum length of a name, an amount or an address in a sentence. */
const SLOT = 1_000;

/** Maximum length of a message, a field or raw bytes: no message between the wallet's pages is longer. */
const TEXT = 262_144;

/** Maximum number of entries of a list that a long request makes longer, and of one that the wallet's own rules do. */
const ENTRIES = 10_000;
const RULES = 500;

const text = z.string().check(z.maxLength(TEXT));
const list = <Item extends z.ZodMiniType>(item: Item, limit: number) =>
  z.array(item).check(z.maxLength(limit));

/** A key of the catalogue. */
export const textKey = z.custom<TextKey>(value => typeof value === 'string' && Object.hasOwn(en, value));

const slot = z.union([
  z.string().check(z.maxLength(SLOT)),
  z.strictObject({ number: z.string().check(z.maxLength(SLOT), z.regex(/^-?\d+(?:\.\d+)?$/)) }),
]);

const line = z.strictObject({
  text: textKey,
  slots: z.exactOptional(z.record(z.string().check(z.maxLength(40)), slot)),
});

const change = z.strictObject({
  tone: z.enum(['in', 'out', 'risk', 'tried']),
  loss: z.optional(
    z.strictObject({
      token: z.optional(z.string().check(z.maxLength(SLOT))),
      id: z.optional(z.string().check(z.maxLength(SLOT))),
      amount: z.string().check(z.regex(/^\d{1,100}$/)),
    }),
  ),
  access: z.optional(
    z.strictObject({
      token: z.string().check(z.maxLength(SLOT)),
      amount: z.string().check(z.regex(/^\d{1,100}$/)),
    }),
  ),
  line,
  note: z.optional(line),
  scale: z.optional(
    z.strictObject({
      token: z.string().check(z.maxLength(SLOT)),
      factor: z.string().check(z.maxLength(SLOT)),
    }),
  ),
  image: z.optional(z.string().check(z.maxLength(SLOT))),
});

const fact = z.strictObject({
  label: textKey,
  value: z.union([
    line,
    z.strictObject({ address: z.string().check(z.maxLength(SLOT)) }),
    z.strictObject({ plain: text }),
  ]),
});

const changes = list(change, ENTRIES);
const facts = list(fact, ENTRIES);

const limits = z.strictObject({
  amount: z.optional(
    z.strictObject({
      value: z.string().check(z.regex(/^\d{1,78}$/)),
      decimals: z.int().check(z.gte(0), z.lte(255)),
    }),
  ),
  end: z.int(),
});

/** A review that another page of the wallet sent: each text is one of the catalogue, and nothing is without a limit. */
export const reviewSchema: z.ZodMiniType<Review> = z.strictObject({
  risk: z.enum(['R1', 'R2', 'R3']),
  action: line,
  lead: z.optional(line),
  labels: z.optional(z.strictObject({ approve: textKey, reject: textKey })),
  changes,
  calls: z.optional(
    z.strictObject({ order: textKey, list: list(z.strictObject({ action: line, changes, facts }), RULES) }),
  ),
  facts,
  limits: z.optional(list(limits, RULES)),
  warnings: list(line, RULES),
  blocks: list(line, RULES),
  shortage: z.optional(line),
  message: z.optional(text),
  fields: z.optional(
    list(
      z.strictObject({ path: text, value: text, as: z.optional(z.enum(['address', 'own', 'number'])) }),
      ENTRIES,
    ),
  ),
  raw: list(z.strictObject({ label: textKey, text }), ENTRIES),
});
