import type { SigningRequest } from '@latchkit/keyring';
import { anySignal } from 'latchkit/protocol';
import type { ChainReader } from '../chains/createChainReader.js';
import type { TokenList } from '../chains/createTokenList.js';
import type { Line } from '../texts/createTexts.js';
import { reviewSequence } from './evm/reviewSequence.js';
import { reviewTransaction } from './evm/reviewTransaction.js';
import { reviewUserOperation } from './evm/reviewUserOperation.js';
import { reviewEmailConsent } from './messages/reviewEmailConsent.js';
import { reviewLoginConsent } from './messages/reviewLoginConsent.js';
import { reviewLoginRemoval } from './messages/reviewLoginRemoval.js';
import { reviewMessage, reviewSolanaMessage } from './messages/reviewMessage.js';
import { reviewPasskey, reviewPassword } from './messages/reviewPasskey.js';
import { reviewTypedData } from './messages/reviewTypedData.js';
import type { NetworkOf } from './model/networkOf.js';
import { joinReviews, type Review, type ReviewContext } from './model/Review.js';
import { reviewSolanaTransaction } from './solana/reviewSolanaTransaction.js';

/** Milliseconds that one read of the chain may take. */
export const LOOK_LIMIT = 3_000;

/** Kinds that are reviewed where they are asked. */
type Unreviewed = 'provision' | 'manage' | 'revocation';

const REVIEWERS: Readonly<
  Record<
    Exclude<SigningRequest['kind'], Unreviewed>,
    (payload: string, context: ReviewContext) => Review | Promise<Review>
  >
> = {
  message: reviewMessage,
  typedData: reviewTypedData,
  transaction: reviewTransaction,
  userOperation: reviewUserOperation,
  solanaMessage: reviewSolanaMessage,
  solanaTransaction: reviewSolanaTransaction,
  emailConsent: reviewEmailConsent,
  loginConsent: reviewLoginConsent,
  removalConsent: reviewLoginRemoval,
  passkey: reviewPasskey,
  password: reviewPassword,
};

/** The dependencies for reviewing a host page's requests. */
export interface ReviewDependencies {
  /** Origin of the host page as the browser reports it. */
  readonly hostOrigin: string;
  readonly tokens: TokenList;
  readonly networkOf: NetworkOf;
  /** Origin of the gateway whose orders are signed. */
  readonly gateway?: string | undefined;
}

/**
 * Reviews what signing does, from the bytes to sign and never from the host's claims. Unreadable requests are `R3`.
 */
export async function reviewRequests(
  signings: readonly [SigningRequest, ...SigningRequest[]],
  dependencies: ReviewDependencies,
  reader: ChainReader,
  signal: AbortSignal,
): Promise<Review> {
  const [one] = signings;
  if (signings.length > 1 && signings.every(({ kind }) => kind === 'transaction')) {
    const payloads = signings.map(({ payload }) => payload);
    return reviewSequence(payloads, contextOf(one, dependencies, reader, signal)).catch(() =>
      unreadable(payloads.join('\n')),
    );
  }
  const reviews = await Promise.all(
    signings.map(signing =>
      reviewOne(signing.kind, signing.payload, contextOf(signing, dependencies, reader, signal)),
    ),
  );
  const [first, ...others] = reviews;
  if (first === undefined || others.length === 0) return first ?? unreadable('');
  const slots = { count: { number: String(reviews.length) } };
  return joinReviews({ text: 'action.several', slots } satisfies Line, reviews);
}

/** The context in which a request is reviewed. */
export function contextOf(
  { chainId, account }: SigningRequest,
  { hostOrigin, tokens: list, networkOf, gateway }: ReviewDependencies,
  reader: ChainReader,
  signal: AbortSignal,
): ReviewContext {
  const limit = () => anySignal(signal, AbortSignal.timeout(LOOK_LIMIT));
  return {
    hostOrigin,
    chainId,
    account,
    networkOf,
    gateway,
    read: (method, params) => reader.request(chainId, method, params, limit()),
    tokens: () => list.of(chainId, limit()),
  };
}

async function reviewOne(
  kind: SigningRequest['kind'],
  payload: string,
  context: ReviewContext,
): Promise<Review> {
  try {
    return await REVIEWERS[kind as Exclude<typeof kind, Unreviewed>](payload, context);
  } catch {
    return unreadable(payload);
  }
}

function unreadable(payload: string): Review {
  return {
    risk: 'R3',
    action: { text: 'action.signData' },
    changes: [],
    facts: [],
    warnings: [{ text: 'warning.unreadable' }],
    blocks: [],
    raw: [{ label: 'raw.payload', text: payload }],
  };
}
