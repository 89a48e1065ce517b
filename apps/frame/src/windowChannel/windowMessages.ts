import type { SigningRequest } from '@latchkit/keyring';
import {
  FRAME_LIMITS,
  p256PublicJwk,
  passkeyAssertion,
  passkeyQuestion,
  vouchedInstallation,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { AskedLimits } from '../review/model/Review.js';
import { reviewSchema, textKey } from '../review/model/reviewSchema.js';
import { isStillPng } from '../review/model/siteIcon.js';
import type { MailboxPage } from './MailboxEnd.js';

/** Maximum length of an id, a name or an address, and of what is signed or answered. */
const SHORT = 1_000;
const LONG = 1_048_576;

const short = z.string().check(z.maxLength(SHORT));
const long = z.string().check(z.maxLength(LONG));

/** The wallet window requests the offer that it was opened for. */
export const windowHello = z.strictObject({
  lk: z.literal(1),
  type: z.literal('HELLO'),
  purpose: z.literal('approval'),
  id: z.uuid(),
});

const signing = z.strictObject({
  id: short,
  kind: z.enum([
    'message',
    'typedData',
    'transaction',
    'userOperation',
    'revocation',
    'solanaMessage',
    'solanaTransaction',
    'emailConsent',
    'loginConsent',
    'removalConsent',
    'passkey',
    'password',
    'provision',
    'manage',
  ]),
  chainId: short,
  account: short,
  payload: long,
}) satisfies z.ZodMiniType<SigningRequest>;

const identity = z.strictObject({
  hostOrigin: z.url({ protocol: /^https?$/ }).check(z.maxLength(SHORT)),
  claimedName: z.optional(short),
  icon: z.optional(z.string().check(z.refine(isStillPng))),
  login: short,
  account: short,
  accountName: z.optional(short),
  chainId: short,
  network: short,
}) satisfies z.ZodMiniType<RequestIdentity>;

/**
 * What the window shows. Accepted only from a page of the same origin, whose decoders read it from the request's bytes, or from the
 * page that registered the mailbox.
 */
export const windowOffer = z.strictObject({
  lk: z.literal(1),
  type: z.literal('OFFER'),
  id: z.uuid(),
  /** Id of the host page's project, for the window's calls to the service. */
  projectId: short,
  identity,
  signings: z.array(signing).check(z.minLength(1), z.maxLength(FRAME_LIMITS.calls)),
  review: reviewSchema,
  status: z.optional(textKey),
  /** Digest of everything to sign; the window recomputes it from what it received. */
  digest: short,
  /** Whether Approve is where Reject was last. */
  isSwapped: z.boolean(),
});

/** What offers of all versions start with. */
export const windowOfferStart = z.object({ lk: z.literal(1), type: z.literal('OFFER'), id: z.uuid() });

/** What the window shows. */
export type WindowOffer = z.infer<typeof windowOffer>;

/** The user's decision in the window; a rejection has no press. */
const windowDecision = z.strictObject({
  lk: z.literal(1),
  type: z.literal('DECISION'),
  id: z.uuid(),
  digest: short,
  press: z.optional(
    z.strictObject({
      armedAt: z.number(),
      decidedAt: z.number(),
      /** What was asked for: JSON of {@link passkeyAnswer}, {@link vouchedProvision} or {@link keyReceiver}; JWE of a password. */
      answer: z.optional(long),
    }),
  ),
});

/** The user's decision in the window. */
export type WindowDecision = z.infer<typeof windowDecision>;

/** The user's press in the window. */
export type WindowPress = NonNullable<WindowDecision['press']>;

/** The user's lower limits in the window: the wallet page prepares the request again with them, and offers that. */
const windowLimits = z.strictObject({
  lk: z.literal(1),
  type: z.literal('LIMITS'),
  id: z.uuid(),
  /** Of the offer that is shown. */
  digest: short,
  limits: z.strictObject({
    at: z.int(),
    amount: z.optional(z.string().check(z.regex(/^\d{1,78}$/))),
    end: z.int(),
  }) satisfies z.ZodMiniType<AskedLimits>,
});

/** The user's lower limits in the window. */
export type WindowLimits = z.infer<typeof windowLimits>;

/** The installation that may open what is sealed to it. */
export const keyReceiver = z.strictObject({ encJwk: p256PublicJwk, jkt: short });

/** The payload of a request for the password. */
export const askedPassword = z.strictObject({ to: keyReceiver });

/** The payload of a request for a passkey, and its answer. */
export const askedPasskey = z.strictObject({ question: passkeyQuestion, to: keyReceiver });

/** The installation that gets the answer, as what is sealed for it says; undefined: the answer is for no key. @throws if it says nothing. */
export function receiverOf({ kind, payload }: SigningRequest): string | undefined {
  if (kind === 'provision') return vouchedInstallation.parse(JSON.parse(payload)).jkt;
  if (kind === 'passkey') return askedPasskey.parse(JSON.parse(payload)).to.jkt;
  return kind === 'password' ? askedPassword.parse(JSON.parse(payload)).to.jkt : undefined;
}

/** What the window got from the passkey: the vault's proof, and its key as JWE to the installation. */
export const passkeyAnswer = z.strictObject({
  assertion: passkeyAssertion(),
  factor: long,
});

/** What an installation that vouched for another one sends it. */
export const vouchedProvision = z.strictObject({ txn: short, jwe: long, sealedSeed: long });

/** The reply to a decision after which the window opens the wallet itself. */
export const windowProvision = z.strictObject({
  lk: z.literal(1),
  type: z.literal('PROVISION'),
  id: z.uuid(),
  provision: vouchedProvision,
});

/** The reply to a decision after which the window opens the wallet itself. */
export type WindowProvision = z.infer<typeof windowProvision>;

/** Whether the window waits for a {@link windowProvision} after the user's press. */
export function awaitsProvision({ signings }: WindowOffer): boolean {
  return signings[0]?.kind === 'manage';
}

/** Returns the decision that a message contains on this offer and its digest; undefined for other messages. */
export function decisionOn(offer: WindowOffer, message: unknown): WindowDecision | undefined {
  const decision = windowDecision.safeParse(message);
  if (!decision.success) return undefined;
  const { id, digest } = decision.data;
  if (id !== offer.id || digest !== offer.digest) return undefined;
  return decision.data;
}

/** Returns the lower limits that a message contains for this offer; undefined for other messages. */
export function limitsOn(offer: WindowOffer, message: unknown): AskedLimits | undefined {
  const found = windowLimits.safeParse(message).data;
  return found?.id === offer.id && found.digest === offer.digest ? found.limits : undefined;
}

/** The frame has the decision or the request has ended: the window closes. */
export const windowOver = z.strictObject({ lk: z.literal(1), type: z.literal('OVER'), id: z.uuid() });

/** A wallet page whose request the window may show, through one of the transports. */
export interface WindowPeer {
  /** What the wallet service says about it; undefined if the browser does: it is reached directly. */
  page(): MailboxPage | undefined;
  /** Resolves when it is sent. After a decision, the window ends. */
  tell(message: WindowDecision | WindowLimits): Promise<void>;
}

/** Receives a peer's message. Only the first peer that offers the request is accepted. @returns whether it is that one. */
export type PeerListener = (from: WindowPeer, message: unknown) => boolean;

/** Ends the window. `window.over` (default): the request has ended; `window.lost`: the wallet page can't be reached. */
export type WindowEnd = (text?: 'window.over' | 'window.lost') => void;
