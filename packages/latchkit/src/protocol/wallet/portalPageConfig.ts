import * as z from 'zod/mini';
import { loginProvider } from '../calls/wallet/socialSignIn.js';

/** Configuration that the server writes into the portal, as JSON in the `content` of `<meta name="latchkit-portal">`. */
export const portalPageConfig = z.object({
  /** URL of the vault. */
  vault: z.string(),
  /** Login providers of the deployment. */
  providers: z.array(loginProvider),
});

/** Configuration that the server writes into the portal. */
export type PortalPageConfig = z.infer<typeof portalPageConfig>;
