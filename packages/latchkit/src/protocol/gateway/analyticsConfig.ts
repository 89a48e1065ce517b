import * as z from 'zod/mini';

/** Answer of `GET /getAnalyticsConfig` [CALL-04]. Only a plain true lets events leave the page [CALL-05]. */
export const analyticsConfigAnswer = z.object({ isAnalyticsEnabled: z.catch(z.boolean(), false) });
