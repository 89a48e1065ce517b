import type * as z from 'zod';

/** A member that an outside service may leave out: null is absent, because many programs write it so. */
export function absent<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform(value => value ?? undefined);
}
