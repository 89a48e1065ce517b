import * as z from 'zod/mini';

const address = z.optional(z.object({ address: z.string() }));

/** Response of `GET /v1/profile/account/{name}`. */
export const profileAnswer = z.object({
  name: z.string(),
  /** Addresses by SLIP-44 coin type: `60` EVM, `501` Solana. */
  addresses: z.object({ '60': address, '501': address }),
});

/** The addresses of a name. */
export type Profile = z.infer<typeof profileAnswer>;

/** Error response of a names service; the first description is shown. */
export const profileErrorAnswer = z.object({
  reasons: z.catch(
    z.nullish(z.array(z.object({ name: z.nullish(z.string()), description: z.nullish(z.string()) }))),
    undefined,
  ),
});
