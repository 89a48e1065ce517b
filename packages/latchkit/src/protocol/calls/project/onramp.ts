import * as z from 'zod/mini';
import { isEvmAddress } from '../../isEvmAddress.js';
import { listOf } from '../../listOf.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { isSolanaAddress, projectId } from './queryFields.js';

const shortText = () => z.string().check(z.minLength(1), z.maxLength(80));
/** A plain decimal number. */
const decimal = () => z.string().check(z.regex(/^\d{1,15}(\.\d{1,18})?$/, 'is not a decimal number'));
/** A number, or its decimal form. */
const numeric = () => z.pipe(z.pipe(z.union([z.string(), z.number()]), z.transform(Number)), z.number());
/** ISO 3166-1 alpha-2. */
const country = () => z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'is not a country code')));
/** The second part of an ISO 3166-2 code, such as `NY`: some providers serve each state of a country differently. */
const subdivision = () =>
  z.optional(z.string().check(z.regex(/^[A-Z0-9]{1,3}$/, 'is not the code of a state')));
const paymentMethod = () => z.optional(z.enum(['card', 'bank']));
const orderId = () => z.string().check(z.regex(/^[0-9A-Za-z_-]{22,64}$/, 'is not the id of an order'));

/** A currency that can be bought, with the networks on which it arrives. */
export const onrampPurchaseCurrency = z.object({
  /** Such as `USDC`. */
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  networks: listOf(
    z.object({
      /** Name in requests, such as `ethereum`. */
      name: z.string(),
      /** Name for visitors. */
      display_name: z.string(),
      /** The chain's own id: `1` on EVM, the reference of the CAIP-2 id on Solana. */
      chain_id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
      /** Empty: the chain's native currency. */
      contract_address: z.catch(z.string(), ''),
    }),
  ),
});

/** A currency that can be paid with. */
export const onrampPaymentCurrency = z.object({
  /** ISO 4217 code. */
  id: z.string().check(z.regex(/^[A-Z]{3}$/i)),
  payment_method_limits: listOf(
    z.object({
      /** `card` or `bank`. */
      id: z.string(),
      min: numeric(),
      max: numeric(),
    }),
  ),
});

/** A service that sells. */
export const onrampProvider = z.object({
  id: z.string(),
  name: z.string(),
  /** Its fee, in percent: from, to. */
  feeRange: z.tuple([z.number(), z.number()]),
});

export const readOnrampOptionsCall = {
  method: 'GET',
  path: '/v1/onramp/options',
  auth: 'project',
  response: z.object({
    purchaseCurrencies: listOf(onrampPurchaseCurrency),
    paymentCurrencies: listOf(onrampPaymentCurrency),
    /** Absent: not known. */
    providers: z.catch(z.optional(listOf(onrampProvider)), undefined),
  }),
} as const satisfies HttpCall;

export const readOnrampOptionsRequest = {
  call: readOnrampOptionsCall,
  summary: 'What can be bought in a country, with which currencies, and who sells it',
  query: () => z.object({ projectId, country: country(), subdivision: subdivision() }),
  errors: ['ONRAMP_UNAVAILABLE'],
} as const satisfies HttpRequest;

const amountOf = z.object({
  /** In whole units, as a decimal number. */
  amount: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  currency: z.catch(z.optional(z.string()), undefined),
});

/** What one provider gives for the payment. */
export const onrampQuote = z.object({
  provider: z.string(),
  purchaseAmount: amountOf,
  /** All fees, in the payment currency. Absent: not known. */
  fee: z.catch(z.optional(z.string()), undefined),
});

export const quoteOnrampCall = {
  method: 'POST',
  path: '/v1/onramp/quote',
  auth: 'project',
  response: z.object({
    /** The best of the quotes. */
    purchaseAmount: amountOf,
    /** Best first. Absent: only the best is known. */
    quotes: z.catch(z.optional(listOf(onrampQuote)), undefined),
  }),
} as const satisfies HttpCall;

export const quoteOnrampRequest = {
  call: quoteOnrampCall,
  summary: 'What each provider gives for a payment, best first',
  query: () =>
    z.object({
      projectId,
      country: country(),
      subdivision: subdivision(),
      paymentMethod: paymentMethod(),
    }),
  body: () =>
    z.object({
      purchaseCurrency: shortText(),
      paymentCurrency: shortText(),
      /** Of the payment, in whole units. */
      amount: decimal(),
      network: shortText(),
    }),
  errors: ['ONRAMP_REFUSED', 'ONRAMP_UNAVAILABLE'],
} as const satisfies HttpRequest;

export const createOnrampUrlCall = {
  method: 'POST',
  path: '/v1/generators/onrampurl',
  auth: 'project',
  response: z.object({
    url: z.string(),
    /** Absent: the order cannot be followed. */
    orderId: z.catch(z.optional(z.string()), undefined),
  }),
} as const satisfies HttpCall;

export const createOnrampUrlRequest = {
  call: createOnrampUrlCall,
  summary: "Starts an order and answers the URL of the provider's page",
  query: () => z.object({ projectId }),
  body: () =>
    z.object({
      provider: shortText(),
      purchaseCurrency: shortText(),
      paymentCurrency: shortText(),
      amount: decimal(),
      network: shortText(),
      /** Where the currency arrives. */
      address: z
        .string()
        .check(z.refine(text => isEvmAddress(text) || isSolanaAddress(text), 'is not an address')),
      country: country(),
      subdivision: subdivision(),
      paymentMethod: paymentMethod(),
    }),
  errors: ['ONRAMP_REFUSED', 'ONRAMP_UNAVAILABLE'],
} as const satisfies HttpRequest;

/** Where an order is. The last five are final. */
export const onrampOrderStatus = z.enum([
  'created',
  'paid',
  'completed',
  'declined',
  'expired',
  'refunded',
  'failed',
]);

/** Where an order is: `created` until the visitor has paid, then `paid`, then one of the final states. */
export type OnrampOrderStatus = z.infer<typeof onrampOrderStatus>;

export const readOnrampOrderCall = {
  method: 'GET',
  path: '/v1/onramp/orders/{id}',
  auth: 'project',
  response: z.object({
    status: onrampOrderStatus,
    /** Of the transfer to the visitor. */
    transactionHash: z.catch(z.nullish(z.string()), undefined),
  }),
} as const satisfies HttpCall;

export const readOnrampOrderRequest = {
  call: readOnrampOrderCall,
  summary: 'Where an order is, as the provider last reported',
  params: () => z.object({ id: orderId() }),
  query: () => z.object({ projectId }),
  errors: ['ORDER_NOT_FOUND'],
} as const satisfies HttpRequest;

/** A server-sent event about an order. */
export const onrampOrderEvent = z.object({ status: onrampOrderStatus });

export const watchOnrampOrderCall = {
  method: 'GET',
  path: '/v1/onramp/orders/{id}/events',
  auth: 'project',
  response: 'text/event-stream',
} as const satisfies HttpCall;

export const watchOnrampOrderRequest = {
  call: watchOnrampOrderCall,
  summary: 'Where an order is, now and at each change, as server-sent events until its final state',
  params: () => z.object({ id: orderId() }),
  query: () => z.object({ projectId }),
  errors: ['ONRAMP_UNAVAILABLE', 'ORDER_NOT_FOUND'],
} as const satisfies HttpRequest;

export const receiveOnrampEventCall = {
  method: 'POST',
  path: '/v1/onramp/webhooks/{provider}',
  auth: 'open',
  response: undefined,
} as const satisfies HttpCall;

export const receiveOnrampEventRequest = {
  call: receiveOnrampEventCall,
  summary: "Receives a provider's report about an order; its signature is verified",
  params: () => z.object({ provider: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'is not a provider')) }),
  body: () => z.unknown(),
  rawBody: true,
  status: 204,
  errors: ['INVALID_SIGNATURE'],
} as const satisfies HttpRequest;
