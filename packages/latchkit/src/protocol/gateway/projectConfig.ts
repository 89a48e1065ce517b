import * as z from 'zod/mini';

/** Response of `GET /appkit/v1/config`. A feature that is absent, null or of a wrong type has no effect. */
export const projectConfigAnswer = z.object({
  features: z.catch(
    z.nullish(
      z.object({
        email: z.catch(z.nullish(z.boolean()), undefined),
        socials: z.catch(z.nullish(z.union([z.array(z.string()), z.literal(false)])), undefined),
        swaps: z.catch(z.nullish(z.union([z.array(z.string()), z.literal(false)])), undefined),
        onramp: z.catch(z.nullish(z.union([z.array(z.string()), z.literal(false)])), undefined),
        activity: z.catch(z.nullish(z.boolean()), undefined),
        reownBranding: z.catch(z.nullish(z.boolean()), undefined),
        multiWallet: z.catch(z.nullish(z.boolean()), undefined),
      }),
    ),
    undefined,
  ),
  /** Relays to which pages connect beside the gateway's own. */
  relays: z.catch(z.nullish(z.array(z.object({ url: z.string(), projectId: z.string() }))), undefined),
  /** Login providers that the wallet service has credentials of. Absent: not known, for example without a wallet service. */
  providers: z.catch(z.nullish(z.array(z.string())), undefined),
});

export type ProjectConfigAnswer = z.infer<typeof projectConfigAnswer>;

/** Response of `GET /projects/v1/origins`. */
export const allowedOriginsAnswer = z.object({ allowedOrigins: z.array(z.string()) });
