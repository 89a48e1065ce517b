import type { Review } from '../decode/Review.js';
import { type Reading, reviewRequests } from '../decode/reviewRequest.js';
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
export async function makeReady(context: PrepareContext, reading: Reading): Promise<Ready> {
  return readPrepared(await prepareRequest(context), context, reading);
}

/** Reads what will be signed. */
export async function readPrepared(
  prepared: Prepared,
  { reader, signal }: Pick<PrepareContext, 'reader' | 'signal'>,
  reading: Reading,
): Promise<Ready> {
  const { signings, warnings } = prepared;
  const [review, digests] = await Promise.all([
    reviewRequests(signings, reading, reader, signal),
    digestOfAll(signings),
  ]);
  // Without funds the chain could not estimate it: that it would fail says no more than what is missing.
  if (review.shortage !== undefined) return { prepared, digests, review };
  return { prepared, digests, review: { ...review, warnings: [...review.warnings, ...warnings] } };
}
