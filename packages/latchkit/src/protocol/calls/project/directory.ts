import * as z from 'zod/mini';
import { walletListingAnswer } from '../../gateway/walletListing.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { WALLETS_PATH } from './paths.js';
import { projectId } from './queryFields.js';

const MAX_LIST = 500;

/** Parses `a,b,c`; each item is validated separately. */
function listOf(form: RegExp, reason: string) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',').filter(part => part !== '')),
      ),
      z.array(z.string().check(z.regex(form, reason))).check(z.maxLength(MAX_LIST)),
    ),
  );
}

function whole(min: number, max: number, absent: number) {
  const reason = `is not a whole number from ${min} to ${max}`;
  return z._default(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,6}$/, reason)), z.transform(Number)),
      z.number().check(z.minimum(min, reason), z.maximum(max, reason)),
    ),
    absent,
  );
}

const WALLET_ID = /^[0-9A-Za-z._-]{1,100}$/;
const CHAIN_ID = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

export const listWalletsCall = {
  method: 'GET',
  path: WALLETS_PATH,
  auth: 'project',
  response: walletListingAnswer,
} as const satisfies HttpCall;

/** 40 wallets on a page by default. */
export const listWalletsRequest = {
  call: listWalletsCall,
  summary: 'A page of the wallet directory',
  query: () =>
    z.object({
      projectId,
      page: whole(1, 10_000, 1),
      entries: whole(1, 100, 40),
      include: listOf(WALLET_ID, 'holds what is not a wallet id'),
      exclude: listOf(WALLET_ID, 'holds what is not a wallet id'),
      chains: listOf(CHAIN_ID, 'holds what is not a CAIP-2 id'),
      search: z.optional(z.string().check(z.maxLength(100))),
      badge_type: z.optional(z.string().check(z.maxLength(40))),
    }),
  errors: [],
} as const satisfies HttpRequest;
