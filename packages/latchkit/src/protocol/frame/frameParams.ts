import * as z from 'zod/mini';
import { chainIdField, text } from './frameFields.js';

/** The query of the wallet page's address [FRAME-02]. */
export const frameParams = z.strictObject({
  projectId: text(100),
  /** CAIP-2. */
  chainId: chainIdField,
  /** Version of the host's package. */
  version: text(64),
  /** Logs types, ids and durations; development projects only. */
  enableLogger: z.enum(['true', 'false']),
});

/** The query of the wallet page's address. */
export type FrameParams = z.infer<typeof frameParams>;

/**
 * What a server writes into the wallet page, as JSON in the `content` of its `<meta name="latchkit-frame">`: the page runs no
 * inline code.
 */
export const framePageConfig = z.object({
  /** Origins of the project, as `allowsOrigin` reads them. */
  allowedOrigins: z.array(z.string()),
  /** Exact origins whose pages may show all that the wallet can read. */
  trustedOrigins: z._default(z.array(z.string()), []),
  /** Whether the host page may itself be in a frame. */
  nested: z._default(z.boolean(), false),
  /** Names and coins of networks that the gateway serves beside the public ones, by CAIP-2 id. */
  networks: z._default(z.record(chainIdField, z.object({ name: text(40), coin: text(12) })), {}),
  /** Address of the vault. */
  vault: z.optional(z.string()),
});

/** What a server writes into the wallet page. */
export type FramePageConfig = z.infer<typeof framePageConfig>;
