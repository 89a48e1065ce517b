import * as z from 'zod/mini';
import { idField, text } from './frameFields.js';

/** Posted by a host to the wallet page's window, with one port: the only message that is not received on that port. */
export const frameGreeting = z.strictObject({
  lk: z.literal(1),
  type: z.literal('INIT'),
  /** Repeated in the response. */
  nonce: idField,
  sdkVersion: text(64),
  protocols: z.array(z.int()).check(z.minLength(1), z.maxLength(16)),
});

/** Posted by a host to the wallet page's window. */
export type FrameGreeting = z.infer<typeof frameGreeting>;

/** The wallet page's response, on the port: it is ready, or supports none of the host's versions. */
export const frameWelcome = z.union([
  z.object({
    lk: z.literal(1),
    type: z.literal('READY'),
    nonce: idField,
    protocol: z.int(),
    frameVersion: z.string(),
    /** Where approvals can be shown: `frame`, `window`. */
    surfaces: z.array(z.string()),
    /** URL of the vault that it uses; absent at versions that do not say. */
    vault: z.optional(z.string()),
  }),
  z.object({
    lk: z.literal(1),
    type: z.literal('REFUSED'),
    nonce: idField,
    code: z.string(),
    supported: z.array(z.int()),
  }),
]);

/** The wallet page's response to a greeting. */
export type FrameWelcome = z.infer<typeof frameWelcome>;
