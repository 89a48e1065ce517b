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

const signing = z.strictObject({
  id: z.string(),
  kind: z.enum(['message', 'typedData', 'transaction', 'solanaMessage', 'solanaTransaction', 'emailConsent']),
  chainId: z.string(),
  account: z.string(),
  payload: z.string(),
}) satisfies z.ZodMiniType<SigningRequest>;

const identity = z.strictObject({
  hostOrigin: z.url(),
  claimedName: z.optional(z.string()),
  email: z.string(),
  account: z.string(),
  chainId: z.string(),
  network: z.string(),
}) satisfies z.ZodMiniType<Identity>;

/**
 * What the window shows. It comes from a page of the same origin and the same build, and only from there: what it says of the
 * request was read from the bytes by that page's decoders.
 */
export const windowOffer = z.strictObject({
  lk: z.literal(1),
  type: z.literal('OFFER'),
  id: z.uuid(),
  /** Of the host page: what the window asks its service with. */
  projectId: z.string(),
  identity,
  signings: z.array(signing).check(z.minLength(1)),
  review: z.custom<Review>(value => typeof value === 'object' && value !== null),
  status: z.optional(z.custom<TextKey>(value => typeof value === 'string')),
  /** Of all that is signed; the window makes it anew from what it was sent. */
  digest: z.string(),
  /** Approve stands where Reject stood last. */
  isSwapped: z.boolean(),
});

/** What the window shows. */
export type WindowOffer = z.infer<typeof windowOffer>;

/** What the visitor decided in the window; a rejection has no press. */
const windowDecision = z.strictObject({
  lk: z.literal(1),
  type: z.literal('DECISION'),
  id: z.uuid(),
  digest: z.string(),
  press: z.optional(z.strictObject({ armedAt: z.number(), decidedAt: z.number() })),
});

/** What the visitor decided in the window. */
export type WindowDecision = z.infer<typeof windowDecision>;

/** What a message decides on an offer: on this one, and on this digest of it; undefined: nothing. */
export function decisionOn(offer: WindowOffer, message: unknown): WindowDecision | undefined {
  const decision = windowDecision.safeParse(message);
  if (!decision.success) return undefined;
  const { id, digest } = decision.data;
  if (id !== offer.id || digest !== offer.digest) return undefined;
  return decision.data;
}

/** The frame has the decision, or the request is over: the window closes. */
export const windowOver = z.strictObject({ lk: z.literal(1), type: z.literal('OVER'), id: z.uuid() });
