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
  const entry = z.tuple([z.string(), value]);
  return z
    .record(z.string(), z.unknown())
    .transform(record => Object.entries(record))
    .pipe(listOf(entry))
    .transform((entries): Record<string, z.output<Value>> => Object.fromEntries(entries));
}
