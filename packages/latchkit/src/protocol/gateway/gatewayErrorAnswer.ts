import * as z from 'zod/mini';

/** Body of every error response of the gateway. */
export const gatewayErrorAnswer = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
