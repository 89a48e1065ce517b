import * as z from 'zod/mini';
import { accountTypeField, chainIdField, idField } from './frameFields.js';
import { FRAME_VERSION } from './frameVersion.js';

/** Events of the wallet page, by name. On the wire the name is prefixed with `FRAME/`. */
export const FRAME_EVENTS = {
  /** A hint that speeds up the next visit; it authenticates nothing. */
  SESSION_UPDATE: z.object({ token: z.nullable(z.string()) }),
  /** The page must be shown, because an approval is pending. Height in CSS pixels. */
  SHOW: z.object({ reason: z.string(), height: z.number() }),
  HIDE: z.object({}),
  /** The visitor has decided, and the request is being signed or sent: an abort may come too late. It proves no approval. */
  SENDING: z.object({}),
  CHAIN_CHANGED: z.object({ chainId: chainIdField }),
  /** The accounts of each namespace, the active one first. */
  ACCOUNTS_CHANGED: z.object({
    accounts: z.array(z.object({ namespace: z.string(), address: z.string(), type: z.string() })),
    /** Absent if no user is signed in. */
    preferredAccountType: z.optional(accountTypeField),
  }),
  /** Escape was pressed in the wallet page; the host page handles it like its own Escape key. */
  ESCAPE: z.object({}),
  /**
   * A step of the login in a popup with this `uri`. `provider`: the wallet page has the popup's secret, and the popup goes on to the
   * provider. `elsewhere`: the provider came back in another browser.
   */
  SOCIAL_STEP: z.object({ uri: z.string(), step: z.string() }),
  /** The request `id` needs the wallet window. */
  SURFACE_NEEDED: z.object({ id: idField }),
  /** The request `id` still waits for the visitor, so its time limit starts again; see `waitsForVisitor`. */
  WAITING: z.object({ id: idField }),
} as const;

/** The name of a wallet page's event. */
export type FrameEventName = keyof typeof FRAME_EVENTS;

/** An event of the wallet page. */
export type FrameEvent = {
  [K in FrameEventName]: { readonly type: K; readonly payload: z.infer<(typeof FRAME_EVENTS)[K]> };
}[FrameEventName];

/** The wire format of an event. */
export function writeFrameEvent(event: FrameEvent): object {
  return { v: FRAME_VERSION, type: `FRAME/${event.type}`, payload: event.payload };
}
