import * as z from 'zod/mini';

const address = z.optional(z.object({ address: z.string() }));

/** Answer of `GET /v1/profile/account/{name}` [CALL-27]. */
export const profileAnswer = z.object({
  name: z.string(),
  /** Addresses by SLIP-44 coin type: `60` EVM, `501` Solana. */
  addresses: z.object({ '60': address, '501': address }),
});

/** Where a name leads. */
export type Profile = z.infer<typeof profileAnswer>;

/** What a names service says when it refuses: the first description is shown [ERR-69]. */
export const profileErrorAnswer = z.object({
  reasons: z.catch(
    z.nullish(z.array(z.object({ name: z.nullish(z.string()), description: z.nullish(z.string()) }))),
    undefined,
  ),
});
