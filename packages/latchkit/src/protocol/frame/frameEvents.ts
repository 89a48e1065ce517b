import * as z from 'zod/mini';
import { chainIdField } from './frameFields.js';
import { FRAME_VERSION } from './frameVersion.js';

/** What the wallet page tells unasked, by name. On the wire the name stands behind `FRAME/`. */
export const FRAME_EVENTS = {
  /** A hint that speeds up the next visit; it signs nobody in. */
  SESSION_UPDATE: z.object({ token: z.nullable(z.string()) }),
  /** The page wants to be seen: an approval waits. Height in CSS pixels. */
  SHOW: z.object({ reason: z.string(), height: z.number() }),
  HIDE: z.object({}),
  CHAIN_CHANGED: z.object({ chainId: chainIdField }),
  ACCOUNTS_CHANGED: z.object({
    accounts: z.array(z.object({ namespace: z.string(), address: z.string(), type: z.string() })),
  }),
  /** Escape was pressed in the page. It has the effect that it has in the page around it. */
  ESCAPE: z.object({}),
  /** The request `id` needs the wallet's own window. */
  SURFACE_NEEDED: z.object({ id: z.uuid() }),
} as const;

/** The name of what the wallet page tells unasked. */
export type FrameEventName = keyof typeof FRAME_EVENTS;

/** What the wallet page tells unasked. */
export type FrameEvent = {
  [K in FrameEventName]: { readonly type: K; readonly payload: z.infer<(typeof FRAME_EVENTS)[K]> };
}[FrameEventName];

/** What the wallet page tells unasked. */
export function writeFrameEvent(event: FrameEvent): object {
  return { v: FRAME_VERSION, type: `FRAME/${event.type}`, payload: event.payload };
}
