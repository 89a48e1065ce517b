import * as z from 'zod/mini';
import { uriField } from './frameFields.js';

/**
 * Message of the wallet service's last page in a login popup to the page that opened it. The page passes `uri` on to the wallet
 * page (`CONNECT_SOCIAL`), which alone can redeem it.
 */
export const socialResult = z.strictObject({
  lk: z.literal(1),
  type: z.literal('SOCIAL_RESULT'),
  uri: uriField,
});

/** See {@link socialResult}. */
export type SocialResult = z.infer<typeof socialResult>;
