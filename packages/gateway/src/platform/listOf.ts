import * as z from 'zod';

/**
 * A list that an outside service writes. Items of an unknown form are left out, so that they hide none of the others; a list of nothing
 * else is not empty but unknown, so it is refused.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((raws, context): z.output<Item>[] => {
    const read = raws.map(raw => item.safeParse(raw));
    const items = read.flatMap(({ data, success }) => (success ? [data] : []));
    if (raws.length > 0 && items.length === 0)
      context.addIssue({ code: 'custom', message: 'No item has a known form' });
    return items;
  });
}

/** A record that an outside service writes, as {@link listOf} a list. */
export function recordOf<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), z.unknown()).transform((record, context): Record<string, z.output<Value>> => {
    const read = Object.entries(record).map(([key, raw]) => ({ key, ...value.safeParse(raw) }));
    const known = read.flatMap(({ key, success, data }) => (success ? [[key, data] as const] : []));
    if (read.length > 0 && known.length === 0)
      context.addIssue({ code: 'custom', message: 'No value has a known form' });
    return Object.fromEntries(known);
  });
}
