import * as z from 'zod/mini';
import { chainIdField, text } from './frameFields.js';

/** The query parameters of the wallet page's URL. */
export const frameParams = z.strictObject({
  projectId: text(100),
  /** CAIP-2. */
  chainId: chainIdField,
  /** Version of the host's package. */
  version: text(64),
  /** Logs types, ids and durations; development projects only. */
  enableLogger: z.enum(['true', 'false']),
});

/** The query parameters of the wallet page's URL. */
export type FrameParams = z.infer<typeof frameParams>;

/**
 * Configuration that the server writes into the wallet page, as JSON in the `content` of `<meta name="latchkit-frame">`, because
 * the page runs no inline code.
 */
export const framePageConfig = z.object({
  /** Origins of the project, in the format of `allowsOrigin`. */
  allowedOrigins: z.array(z.string()),
  /** Exact origins on which the frame may show every approval that the wallet can decode. */
  trustedOrigins: z._default(z.array(z.string()), []),
  /** Whether the host page may itself be in a frame. */
  nested: z._default(z.boolean(), false),
  /** Names and currencies of networks that the gateway serves besides the public ones, by CAIP-2 id. */
  networks: z._default(z.record(chainIdField, z.object({ name: text(40), coin: text(12) })), {}),
  /** URL of the vault. */
  vault: z.optional(z.string()),
  /** Origin of the gateway, whose orders about names, sign-ins and permissions the wallet signs. Absent: none are signed. */
  gateway: z.optional(z.string()),
});

/** Configuration that the server writes into the wallet page. */
export type FramePageConfig = z.infer<typeof framePageConfig>;
