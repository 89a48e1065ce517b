import * as z from 'zod/mini';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { projectId } from './queryFields.js';

/** Assets of EVM chains, of Solana (a token by its mint) and of Bitcoin. */
const ASSET =
  /^(?:eip155:[1-9]\d{0,15}(?::0x[0-9a-fA-F]{40})?|solana:[1-9A-HJ-NP-Za-km-z]{32}(?::[1-9A-HJ-NP-Za-km-z]{32,44})?|bip122:[0-9a-f]{32})$/;

/** Whether a text is the id of an asset that can be paid: the CAIP-10 id of a token, or the CAIP-2 id of a chain for its currency. */
export function isPaymentAsset(text: string): boolean {
  return ASSET.test(text);
}

/** CAIP-10 id of a token's contract or mint, or CAIP-2 id of a chain for its native currency. */
const asset = () => z.string().check(z.regex(ASSET, 'is not an asset of EVM, Solana or Bitcoin'));
/** An address of the asset's chain. */
const address = () => z.string().check(z.regex(/^[0-9A-Za-z]{26,90}$/, 'is not an address'));
/** Smallest units, in decimal. */
const units = () => z.string().check(z.regex(/^[1-9]\d{0,77}$/, 'is not a whole number above 0'));
const reference = () => z.string().check(z.minLength(1), z.maxLength(200));
/** Unix time in milliseconds. */
const time = () => z.number().check(z.int(), z.gte(0), z.lte(8.64e15));

/**
 * When a payment counts as paid: `included` once its transfer is in a block (on Solana once it is confirmed), `finalized` once the
 * chain cannot undo that block (on Bitcoin after six blocks).
 */
export const paymentFinality = z.enum(['included', 'finalized']);

/** When a payment counts as paid. */
export type PaymentFinality = z.infer<typeof paymentFinality>;

/**
 * Where a payment is: `open` while it waits for money, `included` when enough is in blocks, `paid` when that is final, `expired` when
 * too little arrived in time.
 */
export const paymentStatus = z.enum(['open', 'included', 'paid', 'expired']);

/** Where a payment is. */
export type PaymentStatus = z.infer<typeof paymentStatus>;

const transfer = z.object({
  hash: z.string(),
  /** Empty: several accounts, or not known. */
  from: z.string(),
  /** In the smallest units. */
  amount: z.string(),
  /** Of the block. Unix time in milliseconds. */
  includedAt: z.number(),
});

/** A payment that the gateway watches. Amounts are in the smallest units of the asset, in decimal. */
export const payment = z.object({
  id: z.string(),
  status: paymentStatus,
  recipient: z.string(),
  asset: z.string(),
  amount: z.string(),
  /** What has arrived in time; it may be less or more than `amount`. */
  received: z.string(),
  /** More than `amount` has arrived. Absent: an older gateway. */
  overpaid: z.nullish(z.boolean()),
  reference: z.nullish(z.string()),
  /** On Solana, the `reference` of Solana Pay, by which a transfer names this payment. */
  solanaReference: z.nullish(z.string()),
  /** False: it would not be seen if a smart account paid it, because the chain's nodes keep no history. Absent: it would be. */
  smartAccounts: z.nullish(z.boolean()),
  finality: paymentFinality,
  /** Blocks that a transfer needs, its own included, instead of `finality`. */
  confirmations: z.nullish(z.number()),
  /** Unix time in milliseconds, like all times here. */
  expiresAt: z.number(),
  createdAt: z.number(),
  paidAt: z.nullish(z.number()),
  transfers: z.array(transfer),
});

/** A payment that the gateway watches. */
export type Payment = z.infer<typeof payment>;

export const createPaymentCall = {
  method: 'POST',
  path: '/v1/payments',
  auth: 'secret',
  response: payment,
} as const satisfies HttpCall;

export const createPaymentRequest = {
  call: createPaymentCall,
  summary: 'Creates a payment, whose amount no page can change',
  body: () =>
    z.object({
      recipient: address(),
      asset: asset(),
      amount: units(),
      reference: z.optional(reference()),
      /** At most 30 days ahead. Default: in an hour. */
      expiresAt: z.optional(time()),
      /** Default: `included`. */
      finality: z.optional(paymentFinality),
      /** Blocks that a transfer needs, its own included, instead of `finality`. Not on Solana. */
      confirmations: z.optional(z.number().check(z.int(), z.gte(1), z.lte(1_000))),
      /** True: refuses the payment where it would not be seen if a smart account paid it. Default: false. */
      smartAccounts: z.optional(z.boolean()),
    }),
  status: 201,
  errors: [
    'CHAIN_NOT_CONFIGURED',
    'CHAIN_NOT_SUPPORTED',
    'CHAIN_UNAVAILABLE',
    'FINALITY_UNKNOWN',
    'INVALID_TOKEN',
    'PAYMENT_AMBIGUOUS',
    'SMART_ACCOUNTS_UNSEEN',
  ],
} as const satisfies HttpRequest;

export const readPaymentCall = {
  method: 'GET',
  path: '/v1/payments/{id}',
  auth: 'project',
  response: payment,
} as const satisfies HttpCall;

export const readPaymentRequest = {
  call: readPaymentCall,
  summary: 'A payment, with what has arrived',
  params: () => z.object({ id: z.string().check(z.regex(/^pay_[0-9A-Za-z_-]{16,64}$/, 'is not a payment')) }),
  query: () => z.object({ projectId }),
  errors: ['PAYMENT_NOT_FOUND'],
} as const satisfies HttpRequest;

/**
 * What the gateway tells the project's server about a payment:
 * - `payment.included`: enough is in blocks, and not final yet.
 * - `payment.paid`: enough has arrived, and it is final; `overpaid` if it is more than the amount.
 * - `payment.underpaid`: something final has arrived, and it is not enough.
 * - `payment.reorganised`: a transfer that was reported is no longer on the chain.
 * - `payment.expired`: too little arrived in time.
 * - `payment.late`: a transfer arrived after enough had arrived, or too late.
 * - `payment.unmatched`: a transfer to a watched recipient belongs to no payment of the project.
 * - `payment.unread`: a transaction names a watched recipient, and no node gives it in a form that can be read.
 */
export const paymentEventType = z.enum([
  'payment.included',
  'payment.paid',
  'payment.underpaid',
  'payment.reorganised',
  'payment.expired',
  'payment.late',
  'payment.unmatched',
  'payment.unread',
]);

/** Kind of a webhook's event. */
export type PaymentEventType = z.infer<typeof paymentEventType>;

/** The body of a webhook. */
export const paymentEvent = z.object({
  type: paymentEventType,
  /** When it happened, in the form of ISO 8601. */
  timestamp: z.string(),
  data: z.object({
    /** Absent for `payment.unmatched` and `payment.unread`. */
    payment: z.optional(payment),
    /** Of `payment.late` and `payment.unmatched`. */
    transfer: z.optional(z.object({ ...transfer.shape, recipient: z.string(), asset: z.string() })),
    /** Of `payment.unread`. */
    unread: z.optional(z.object({ chainId: z.string(), hash: z.string(), recipient: z.string() })),
  }),
});

/** The body of a webhook. */
export type PaymentEvent = z.infer<typeof paymentEvent>;
