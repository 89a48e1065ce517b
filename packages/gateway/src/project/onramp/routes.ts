import type { Context, MiddlewareHandler } from 'hono';
import {
  createOnrampUrlRequest,
  quoteOnrampRequest,
  readOnrampOptionsRequest,
  readOnrampOrderRequest,
  receiveOnrampEventRequest,
  watchOnrampOrderRequest,
} from 'latchkit/protocol';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { StorageQuotas } from '../../platform/http/storageQuotas.js';
import type { Traffic } from '../../platform/http/traffic.js';
import { handle } from '../projects/projectCalls.js';
import type { Onramp } from './service.js';

export interface OnrampRoutesOptions {
  readonly onramp: Onramp;
  readonly clientIp: (context: Context) => string | undefined;
  readonly address: ClientAddress;
  readonly quotas: StorageQuotas;
  readonly traffic: Pick<Traffic, 'payer'>;
  /** Limits calls that ask the providers. */
  readonly limit: MiddlewareHandler;
  /** URL at which browsers reach the gateway. Default: that of each request. */
  readonly publicUrl: string | undefined;
}

/** Headers of server-sent events, which no proxy may hold back. */
const EVENT_STREAM = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** Bytes that a row takes besides its content, with its indexes. */
const ROW = 300;

/** Where a visitor who names no country is taken to be. */
const COUNTRY = 'US';

/** Purchases of currencies at providers: options, quotes, orders, and the providers' reports. */
export function onrampCalls(options: OnrampRoutesOptions): readonly CallHandler[] {
  const { onramp, clientIp, address: networkOf, quotas, traffic, limit, publicUrl } = options;
  return [
    handle(
      readOnrampOptionsRequest,
      async ({ project, query, context }) => {
        const listed = project.features.onramp;
        const providers = onramp.providers(listed).map(
          ({ id, name, feeRange: [least, most] }): OfferedProvider => ({
            id,
            name,
            feeRange: [least, most],
          }),
        );
        if (providers.length === 0) return { purchaseCurrencies: [], paymentCurrencies: [], providers };
        const { country = COUNTRY, subdivision } = query;
        const options = await onramp.options(listed, { country, subdivision }, context.req.raw.signal);
        return { ...options, providers };
      },
      limit,
    ),
    handle(
      quoteOnrampRequest,
      async ({ project, query, body, context }) => {
        const { country = COUNTRY, subdivision, paymentMethod = 'card' } = query;
        const terms = { ...body, country, subdivision, paymentMethod };
        const found = await onramp.quotes(project.features.onramp, terms, context.req.raw.signal);
        const quotes = found.map(({ provider, amount, fee }) => ({
          provider,
          purchaseAmount: { amount, currency: body.purchaseCurrency },
          ...(fee === undefined ? {} : { fee }),
        }));
        const amount = found[0]?.amount ?? '0';
        return { purchaseAmount: { amount, currency: body.purchaseCurrency }, quotes };
      },
      limit,
    ),
    handle(
      createOnrampUrlRequest,
      async ({ project, body, context }) => {
        const { provider, address, country = COUNTRY, paymentMethod = 'card', ...payment } = body;
        const order = {
          projectId: project.id,
          terms: { ...payment, country, paymentMethod },
          address,
          clientIp: clientIp(context),
          gatewayUrl: publicUrl ?? new URL(context.req.url).origin,
        };
        const bytes = Buffer.byteLength(JSON.stringify(body)) + ROW;
        await quotas.take({ kind: 'order', projectId: project.id, network: networkOf(context), bytes });
        const buyer = traffic.payer(context);
        return onramp.start(project.features.onramp, provider, order, buyer, context.req.raw.signal);
      },
      limit,
    ),
    handle(readOnrampOrderRequest, async ({ project, params }) => {
      const { status, transactionHash } = await onramp.order(project.id, params.id);
      return { status, transactionHash };
    }),
    handle(watchOnrampOrderRequest, async ({ project, params, context }) =>
      context.body(await onramp.watch(project.id, params.id, traffic.payer(context)), 200, EVENT_STREAM),
    ),
    handle(receiveOnrampEventRequest, async ({ params, context }) => {
      const { url, headers } = context.req.raw;
      const address = publicUrl === undefined ? url : publicUrl + new URL(url).pathname;
      await onramp.receive(params.provider, { url: address, headers, body: await context.req.text() });
      return undefined;
    }),
  ];
}

interface OfferedProvider {
  readonly id: string;
  readonly name: string;
  readonly feeRange: [number, number];
}
