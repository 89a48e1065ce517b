import * as z from 'zod/mini';
import type { Identity } from '../approval/Identity.js';
import type { TextKey } from '../approval/texts/en.js';
import type { Review } from '../decode/Review.js';
import type { SigningRequest } from '../keyring/SigningRequest.js';

/** The wallet's window asks the frame for the request that it was opened for. */
export const windowHello = z.strictObject({
  lk: z.literal(1),
  type: z.literal('HELLO'),
  purpose: z.literal('approval'),
  id: z.uuid(),
});

/** What the window shows: the frame's own page sends it, of the same origin and the same build. */
export interface WindowOffer {
  readonly lk: 1;
  readonly type: 'OFFER';
  readonly id: string;
  readonly identity: Identity;
  readonly signings: readonly [SigningRequest, ...SigningRequest[]];
  readonly review: Review;
  readonly status?: TextKey | undefined;
  /** Of all that is signed; the window makes it anew from what it was sent. */
  readonly digest: string;
}

/** What the visitor decided in the window; a rejection has no press. */
export const windowDecision = z.strictObject({
  lk: z.literal(1),
  type: z.literal('DECISION'),
  id: z.uuid(),
  digest: z.string(),
  press: z.optional(z.strictObject({ armedAt: z.number(), decidedAt: z.number() })),
});

/** The frame has the decision, or the request is over: the window closes. */
export const WINDOW_OVER = { lk: 1, type: 'OVER' } as const;
