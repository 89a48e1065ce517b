import * as z from 'zod/mini';

/** Response of `GET /getAnalyticsConfig`. Events are sent only if the value is exactly true. */
export const analyticsConfigAnswer = z.object({ isAnalyticsEnabled: z.catch(z.boolean(), false) });
