import * as z from 'zod/mini';
import { text } from './frameFields.js';

/** What a host posts to the wallet page's window, with one port [4.2]. The only message that is not read from that port. */
export const frameGreeting = z.strictObject({
  lk: z.literal(1),
  type: z.literal('INIT'),
  /** Comes back with the answer. */
  nonce: z.uuid(),
  sdkVersion: text(64),
  protocols: z.array(z.int()).check(z.minLength(1), z.maxLength(16)),
});

/** What a host posts to the wallet page's window. */
export type FrameGreeting = z.infer<typeof frameGreeting>;

/** The wallet page's answer, on the port: it is ready, or speaks none of the host's versions. */
export const frameWelcome = z.discriminatedUnion('type', [
  z.object({
    lk: z.literal(1),
    type: z.literal('READY'),
    nonce: z.uuid(),
    protocol: z.int(),
    frameVersion: z.string(),
    /** Where approvals can be shown: `frame`, `window`. */
    surfaces: z.array(z.string()),
  }),
  z.object({
    lk: z.literal(1),
    type: z.literal('REFUSED'),
    nonce: z.uuid(),
    code: z.string(),
    supported: z.array(z.int()),
  }),
]);

/** The wallet page's answer to a greeting. */
export type FrameWelcome = z.infer<typeof frameWelcome>;
