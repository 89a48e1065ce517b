import type { TokenList } from '../chain/TokenList.js';
import type { Review } from '../decode/Review.js';
import { reviewRequests } from '../decode/reviewRequest.js';
import type { PrepareContext, Prepared } from '../prepare/Prepared.js';
import { prepareRequest } from '../prepare/prepareRequest.js';
import { digestOfAll } from './digestOfAll.js';

/** A request as it will be signed, what it does, and the digests that tie the two together. */
export interface Ready {
  readonly prepared: Prepared;
  readonly review: Review;
  readonly digests: { readonly each: readonly string[]; readonly all: string };
}

/** Fills a request in and reads it. @throws as `prepareRequest` says. */
export async function makeReady(
  context: PrepareContext,
  hostOrigin: string,
  tokens: TokenList,
): Promise<Ready> {
  return readPrepared(await prepareRequest(context), context, hostOrigin, tokens);
}

/** Reads what will be signed. */
export async function readPrepared(
  prepared: Prepared,
  { reader, signal }: Pick<PrepareContext, 'reader' | 'signal'>,
  hostOrigin: string,
  tokens: TokenList,
): Promise<Ready> {
  const { signings, warnings } = prepared;
  const [review, digests] = await Promise.all([
    reviewRequests(signings, hostOrigin, reader, tokens, signal),
    digestOfAll(signings),
  ]);
  // Without funds the chain could not estimate it: that it would fail says no more than what is missing.
  if (review.shortage !== undefined) return { prepared, digests, review };
  return { prepared, digests, review: { ...review, warnings: [...review.warnings, ...warnings] } };
}
