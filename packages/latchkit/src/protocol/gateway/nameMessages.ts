// What accounts sign to register and change names. Only gateways read it, so pages don't load it with the responses.

import * as z from 'zod/mini';

/** Maximum number of attributes of a name, and of characters of their keys and values. */
const ATTRIBUTES = { count: 16, key: 32, value: 255 } as const;

/** Text without control characters, which databases refuse. */
const plainText = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^\P{Cc}*$/u, 'has control characters'));

/** A name with its suffix. */
const fullName = () => z.string().check(z.minLength(1), z.maxLength(255));
const unixSeconds = () => z.int().check(z.gte(0), z.lte(9_999_999_999));

/** The JSON of the message that registers a name. */
export const nameMessage = z.strictObject({
  name: fullName(),
  /** Text records of the name (ENSIP-5). */
  attributes: z
    .record(plainText(ATTRIBUTES.key).check(z.minLength(1)), plainText(ATTRIBUTES.value))
    .check(z.refine(given => Object.keys(given).length <= ATTRIBUTES.count, 'has too many attributes')),
  /** Unix time in seconds. */
  timestamp: unixSeconds(),
});

/** The JSON of the message that changes a name. `to`: the new name, or the account that may register the name. */
export const nameChangeMessage = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('rename'), name: fullName(), to: fullName(), timestamp: unixSeconds() }),
  z.strictObject({ action: z.literal('release'), name: fullName(), timestamp: unixSeconds() }),
  z.strictObject({
    action: z.literal('transfer'),
    name: fullName(),
    to: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'is not an EVM address')),
    timestamp: unixSeconds(),
  }),
]);
