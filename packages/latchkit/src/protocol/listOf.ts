import * as z from 'zod/mini';

/** The schema of a list whose odd items are left out. */
export interface ListOf<Item extends z.ZodMiniType>
  extends z.ZodMiniPipe<z.ZodMiniTransform<z.input<Item>[], z.input<Item>[]>, z.ZodMiniArray<Item>> {}

/**
 * A list that others write. Items of an unknown form are left out, so that they hide none of the others; a list of nothing else is not
 * empty but unknown, so it is refused.
 */
/* @__NO_SIDE_EFFECTS__ -- so that a bundler drops a list that nothing reads */
export function listOf<Item extends z.ZodMiniType>(item: Item): ListOf<Item> {
  return z.pipe(
    z.transform((raws: z.input<Item>[]) => {
      if (!Array.isArray(raws)) return raws;
      const kept = raws.filter(raw => z.safeParse(item, raw).success);
      return kept.length > 0 ? kept : raws;
    }),
    z.array(item),
  );
}
