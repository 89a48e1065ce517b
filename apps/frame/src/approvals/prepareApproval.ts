import { digestOfAll, type SigningRequest } from '@latchkit/keyring';
import type { EmailConsentClaims, LoginConsentClaims, LoginRemovalClaims } from 'latchkit/protocol';
import type { EmailChangeRequest } from '../account/createEmailUpdate.js';
import type { LoginLinkRequest } from '../account/createLoginLink.js';
import type { LoginRemovalRequest } from '../account/createLoginRemoval.js';
import type { PrepareContext, Prepared } from '../prepare/Prepared.js';
import { prepareRequest } from '../prepare/prepareRequest.js';
import type { AskedLimits, Review } from '../review/model/Review.js';
import { type ReviewDependencies, reviewRequests } from '../review/reviewRequest.js';

import type { ApprovalsOptions } from './Approvals.js';

/** A request as it will be signed, its review, and the digests that connect the two. */
export interface ReviewedRequest {
  readonly prepared: Prepared;
  readonly review: Review;
  readonly digests: { readonly each: readonly string[]; readonly all: string };
  /** Prepares and reviews it again, with lower limits. @throws the errors of `Prepared.lower` */
  readonly lower?: ((asked: AskedLimits) => Promise<ReviewedRequest>) | undefined;
}

/** Prepares and reviews a request. @throws the errors of `prepareRequest`. */
export async function prepareApproval(
  context: PrepareContext,
  reading: ReviewDependencies,
): Promise<ReviewedRequest> {
  return reviewPrepared(await prepareRequest(context), context, reading);
}

/** Reviews what will be signed. */
async function reviewPrepared(
  prepared: Prepared,
  { reader, signal }: Pick<PrepareContext, 'reader' | 'signal'>,
  reading: ReviewDependencies,
): Promise<ReviewedRequest> {
  const { signings, warnings } = prepared;
  const [review, digests] = await Promise.all([
    reviewRequests(signings, reading, reader, signal),
    digestOfAll(signings),
  ]);
  const { action = review.action } = prepared;
  // Without funds the chain can't estimate it, so a warning that it fails would add nothing.
  const all = review.shortage === undefined ? [...review.warnings, ...warnings] : review.warnings;
  const { lower } = prepared;
  return {
    ...{ prepared, digests },
    // What can't be lowered is not offered.
    review: { ...review, action, warnings: all, limits: lower && review.limits },
    lower:
      lower &&
      (async ({ at, amount, end }) => {
        const limit = amount === undefined ? undefined : BigInt(amount);
        return reviewPrepared(await lower(at, { limit, end }), { reader, signal }, reading);
      }),
  };
}

/** A consent to request from the user. */
interface ConsentRequest {
  /** Id of the host's request. */
  readonly id: string;
  /** The user's account, as shown on the screen. */
  readonly account: string;
  readonly signal: AbortSignal;
}

/** Reviews the consent to another email address, or to the addition or removal of a login, that the installation will sign. */
export async function prepareConsent(
  { hostOrigin, state, reader, tokens, networkOf }: ApprovalsOptions,
  asked: EmailChangeRequest | LoginLinkRequest | LoginRemovalRequest,
  { id, account, signal }: ConsentRequest,
): Promise<ReviewedRequest> {
  const claims: EmailConsentClaims | LoginConsentClaims | LoginRemovalClaims = { ...asked, hostOrigin };
  const signing: SigningRequest = {
    ...{ id, kind: kindOf(asked), chainId: state.chainId, account },
    payload: JSON.stringify(claims),
  };
  const prepared: Prepared = { signings: [signing], warnings: [], answer: ([consent]) => consent };
  return reviewPrepared(prepared, { reader, signal }, { hostOrigin, tokens, networkOf });
}

function kindOf(asked: EmailChangeRequest | LoginLinkRequest | LoginRemovalRequest): SigningRequest['kind'] {
  if ('removed' in asked) return 'removalConsent';
  return 'added' in asked ? 'loginConsent' : 'emailConsent';
}
