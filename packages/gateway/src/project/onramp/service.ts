import { randomBytes } from 'node:crypto';
import { boundedMap } from '../../platform/boundedMap.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type {
  NewOrder,
  OnrampOptions,
  OnrampPlace,
  OnrampProvider,
  OnrampQuote,
  OnrampTerms,
  OnrampWebhook,
  PaymentCurrency,
  PurchaseCurrency,
} from './OnrampProvider.js';
import { onrampUnavailable } from './onrampErrors.js';
import type { OrderEvents } from './orderEvents.js';
import type { OnrampOrder, OrderStore } from './orderStore.js';

/** Milliseconds for which a provider's options are kept. */
const OPTIONS_LIFE = 10 * 60_000;
/** Milliseconds that a provider has to respond. */
const TIMEOUT = 8_000;

/** Providers that a project lists; undefined: all. */
export type ListedProviders = readonly string[] | false | undefined;

export interface ProviderQuote extends OnrampQuote {
  readonly provider: string;
}

export interface Onramp {
  /** The providers that the operator has set up, as far as the project lists them. */
  providers(listed: ListedProviders): readonly OnrampProvider[];
  /** What all providers sell. @throws HttpError 503 `ONRAMP_UNAVAILABLE` if none responds. */
  options(listed: ListedProviders, place: OnrampPlace, gone: AbortSignal): Promise<OnrampOptions>;
  /**
   * The quotes of all providers, best first.
   *
   * @throws HttpError 400 `ONRAMP_REFUSED` if all refuse, 503 `ONRAMP_UNAVAILABLE` if none responds.
   */
  quotes(listed: ListedProviders, terms: OnrampTerms, gone: AbortSignal): Promise<readonly ProviderQuote[]>;
  /**
   * Stores an order and creates the URL of its page.
   *
   * @throws HttpError as `quotes`; `ONRAMP_REFUSED` also for a provider that is not set up.
   */
  start(
    listed: ListedProviders,
    provider: string,
    order: Omit<NewOrder, 'id'>,
    gone: AbortSignal,
  ): Promise<{ readonly url: string; readonly orderId: string }>;
  /** @throws HttpError 404 `ORDER_NOT_FOUND`, also for an order of another project. */
  order(projectId: string, id: string): Promise<OnrampOrder>;
  /**
   * Streams the states of an order as server-sent events.
   *
   * @throws HttpError 404 `ORDER_NOT_FOUND`; 503 `ONRAMP_UNAVAILABLE` while there are too many streams.
   */
  watch(projectId: string, id: string): Promise<ReadableStream<Uint8Array>>;
  /** @throws HttpError 404 `NOT_FOUND` for an unknown provider, 401 `INVALID_SIGNATURE`. */
  receive(provider: string, webhook: OnrampWebhook): Promise<void>;
}

interface KeptOptions {
  readonly readAt: number;
  readonly options: OnrampOptions;
}

/** Purchases at the providers that the operator has set up. */
export function onramp(
  providers: readonly OnrampProvider[],
  orders: OrderStore,
  events: OrderEvents,
  now: () => number = Date.now,
): Onramp {
  const kept = boundedMap<KeptOptions>(500);
  const listedOnly = (listed: ListedProviders) =>
    listed === false ? [] : providers.filter(({ id }) => listed?.includes(id) ?? true);
  const limited = (gone: AbortSignal) => AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT)]);
  const optionsOf = async (provider: OnrampProvider, place: OnrampPlace, stopped: AbortSignal) => {
    const key = `${provider.id} ${place.country} ${place.subdivision ?? ''}`;
    const known = kept.get(key);
    if (known && Math.abs(now() - known.readAt) < OPTIONS_LIFE) return known.options;
    const options = await provider.options(place, stopped);
    kept.add(key, { readAt: now(), options });
    return options;
  };
  const orderOf = async (projectId: string, id: string): Promise<OnrampOrder> => {
    const found = await orders.find(id);
    if (found?.projectId === projectId) return found;
    throw new HttpError(404, 'ORDER_NOT_FOUND', 'No order has this id');
  };
  return {
    providers: listedOnly,
    async options(listed, place, gone) {
      const stopped = limited(gone);
      return merge(await answersOf(listedOnly(listed), one => optionsOf(one, place, stopped)));
    },
    async quotes(listed, terms, gone) {
      const stopped = limited(gone);
      const quotes = await answersOf(listedOnly(listed), async one => ({
        ...(await one.quote(terms, stopped)),
        provider: one.id,
      }));
      return [...quotes].sort((one, other) => Number(other.amount) - Number(one.amount));
    },
    async start(listed, providerId, order, gone) {
      const provider = listedOnly(listed).find(({ id }) => id === providerId);
      if (!provider) throw new HttpError(400, 'ONRAMP_REFUSED', 'This provider is not set up');
      const started = { ...order, id: randomBytes(24).toString('base64url') };
      // Before the provider knows the order, so that its first report finds it.
      await orders.add(provider.id, started);
      return { url: await provider.createUrl(started, limited(gone)), orderId: started.id };
    },
    order: orderOf,
    async watch(projectId, id) {
      await orderOf(projectId, id);
      return events.stream(id, async () => (await orderOf(projectId, id)).status);
    },
    async receive(providerId, webhook) {
      const provider = providers.find(({ id }) => id === providerId);
      if (!provider) throw new HttpError(404, 'NOT_FOUND', 'There is nothing here');
      const event = provider.readEvent(webhook);
      if (!event || !(await orders.apply(provider.id, event))) return;
      // The order is stored: a page that misses the message asks for it.
      await events.changed(event.orderId).catch(() => {});
    },
  };
}

/** What the providers answer, without those that fail. @throws HttpError if all fail. */
async function answersOf<Answer>(
  providers: readonly OnrampProvider[],
  ask: (provider: OnrampProvider) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const settled = await Promise.allSettled(providers.map(ask));
  const answers = settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  if (answers.length > 0) return answers;
  const reasons: unknown[] = settled.flatMap(one => (one.status === 'rejected' ? [one.reason] : []));
  // A refusal tells the visitor what to change.
  const isRefusal = (reason: unknown) => reason instanceof HttpError && reason.code === 'ONRAMP_REFUSED';
  throw reasons.find(isRefusal) ?? onrampUnavailable(reasons[0]);
}

function merge(options: readonly OnrampOptions[]): OnrampOptions {
  const purchases = new Map<string, PurchaseCurrency>();
  const payments = new Map<string, PaymentCurrency>();
  for (const { purchaseCurrencies, paymentCurrencies } of options) {
    for (const currency of purchaseCurrencies) {
      const known = purchases.get(currency.id);
      purchases.set(currency.id, known ? { ...known, networks: networksOf(known, currency) } : currency);
    }
    for (const currency of paymentCurrencies) {
      const known = payments.get(currency.id);
      payments.set(currency.id, known ? widest(known, currency) : currency);
    }
  }
  return { purchaseCurrencies: [...purchases.values()], paymentCurrencies: [...payments.values()] };
}

function networksOf(one: PurchaseCurrency, other: PurchaseCurrency): PurchaseCurrency['networks'] {
  const known = new Set(one.networks.map(({ name }) => name));
  return [...one.networks, ...other.networks.filter(({ name }) => !known.has(name))];
}

/** The limits within which at least one provider sells. */
function widest(one: PaymentCurrency, other: PaymentCurrency): PaymentCurrency {
  const limits = new Map(one.payment_method_limits.map(limit => [limit.id, limit]));
  for (const limit of other.payment_method_limits) {
    const known = limits.get(limit.id) ?? limit;
    limits.set(limit.id, {
      id: limit.id,
      min: Math.min(known.min, limit.min),
      max: Math.max(known.max, limit.max),
    });
  }
  return { id: one.id, payment_method_limits: [...limits.values()] };
}
