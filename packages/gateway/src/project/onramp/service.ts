import { randomBytes } from 'node:crypto';
import { boundedMap } from '../../platform/boundedMap.js';
import { briefAnswers } from '../../platform/http/briefAnswers.js';
import type { Payer } from '../../platform/http/fairBudget.js';
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
  ProviderTerms,
  PurchaseCurrency,
  SoldNetwork,
} from './OnrampProvider.js';
import { onrampRefused, onrampUnavailable } from './onrampErrors.js';
import type { OrderEvents } from './orderEvents.js';
import type { OnrampOrder, OrderStore } from './orderStore.js';
import { isSameNetwork, providerTerms, type Sold } from './providerTerms.js';

/** Milliseconds for which a provider's options are kept. */
const OPTIONS_LIFE = 10 * 60_000;
/** Milliseconds for which a quote is used again for the same request. */
const QUOTE_LIFE = 5_000;
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
   * @param buyer - Who may always follow it.
   * @throws HttpError as `quotes`; `ONRAMP_REFUSED` also for a provider that is not set up.
   */
  start(
    listed: ListedProviders,
    provider: string,
    order: Omit<NewOrder, 'id'>,
    buyer: Payer,
    gone: AbortSignal,
  ): Promise<{ readonly url: string; readonly orderId: string }>;
  /** @throws HttpError 404 `ORDER_NOT_FOUND`, also for an order of another project. */
  order(projectId: string, id: string): Promise<OnrampOrder>;
  /** The orders of a project with these ids. */
  orders(projectId: string, ids: readonly string[]): Promise<readonly OnrampOrder[]>;
  /**
   * Streams the states of an order as server-sent events.
   *
   * @param payer - Who follows it.
   * @throws HttpError 404 `ORDER_NOT_FOUND`; 503 `ONRAMP_UNAVAILABLE` while there are too many streams.
   */
  watch(projectId: string, id: string, payer: Payer): Promise<ReadableStream<Uint8Array>>;
  /** @throws HttpError 404 `NOT_FOUND` for an unknown provider, 401 `INVALID_SIGNATURE`. */
  receive(provider: string, webhook: OnrampWebhook): Promise<void>;
}

interface KeptOptions {
  readonly readAt: number;
  readonly options: OnrampOptions<SoldNetwork>;
}

/** Purchases at the providers that the operator has set up. */
export function onramp(
  providers: readonly OnrampProvider[],
  orders: OrderStore,
  events: OrderEvents,
  now: () => number = Date.now,
): Onramp {
  const kept = boundedMap<KeptOptions>(500);
  const recent = briefAnswers<OnrampQuote>(QUOTE_LIFE, TIMEOUT, now);
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
  /** What all providers that respond sell where the visitor is. */
  const soldBy = async (from: readonly OnrampProvider[], place: OnrampPlace, stopped: AbortSignal) =>
    answersOf(from, async one => ({ provider: one.id, options: await optionsOf(one, place, stopped) }));
  const orderOf = async (projectId: string, id: string): Promise<OnrampOrder> => {
    const found = await orders.find(projectId, id);
    if (found) return found;
    throw new HttpError(404, 'ORDER_NOT_FOUND', 'No order has this id');
  };
  return {
    providers: listedOnly,
    async options(listed, place, gone) {
      const stopped = limited(gone);
      const sold = await soldBy(listedOnly(listed), place, stopped);
      return merge(sold.map(one => one.options));
    },
    async quotes(listed, terms, gone) {
      const sold = await soldBy(listedOnly(listed), terms, limited(gone));
      const { purchaseCurrency, paymentCurrency, amount, network } = terms;
      const { paymentMethod, country, subdivision = '' } = terms;
      const key = [purchaseCurrency, paymentCurrency, amount, network, paymentMethod, country, subdivision];
      const quotes = await answersOf(listedOnly(listed), async one => {
        const own = requireTerms(one, terms, sold);
        const quote = await recent.get([one.id, ...key].join(' '), stopped => one.quote(own, stopped), gone);
        return { ...quote, provider: one.id };
      });
      return [...quotes].sort((one, other) => Number(other.amount) - Number(one.amount));
    },
    async start(listed, providerId, order, buyer, gone) {
      const provider = listedOnly(listed).find(({ id }) => id === providerId);
      if (!provider) throw new HttpError(400, 'ONRAMP_REFUSED', 'This provider is not set up');
      const stopped = limited(gone);
      const sold = await soldBy(listedOnly(listed), order.terms, stopped);
      const terms = requireTerms(provider, order.terms, sold);
      const started = { ...order, id: randomBytes(24).toString('base64url') };
      // Before the provider knows the order, so that its first report finds it.
      await orders.add(provider.id, started);
      await events.boughtBy(started.id, buyer);
      return { url: await provider.createUrl({ ...started, terms }, stopped), orderId: started.id };
    },
    order: orderOf,
    orders: (projectId, ids) => orders.findAll(projectId, ids),
    watch(projectId, id, payer) {
      return events.stream(id, payer, async () => (await orderOf(projectId, id)).status);
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

/** @throws HttpError `ONRAMP_REFUSED` if the provider does not sell this, `ONRAMP_UNAVAILABLE` if it did not say what it sells. */
function requireTerms(provider: OnrampProvider, terms: OnrampTerms, sold: readonly Sold[]): ProviderTerms {
  const own = providerTerms(provider.id, terms, sold);
  if (own) return own;
  if (!sold.some(one => one.provider === provider.id)) throw onrampUnavailable();
  throw onrampRefused(`${provider.name} does not sell this here`);
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

function merge(options: readonly OnrampOptions<SoldNetwork>[]): OnrampOptions {
  const purchases = new Map<string, PurchaseCurrency>();
  const payments = new Map<string, PaymentCurrency>();
  for (const { purchaseCurrencies, paymentCurrencies } of options) {
    for (const currency of purchaseCurrencies) {
      const known = purchases.get(currency.id) ?? { ...currency, networks: [] };
      purchases.set(currency.id, { ...known, networks: networksOf(known, currency) });
    }
    for (const currency of paymentCurrencies) {
      const known = payments.get(currency.id);
      payments.set(currency.id, known ? widest(known, currency) : currency);
    }
  }
  return { purchaseCurrencies: [...purchases.values()], paymentCurrencies: [...payments.values()] };
}

/** The networks of both. A chain has the name of the first provider that sells there, and each provider is asked by its own. */
function networksOf(
  known: PurchaseCurrency,
  added: PurchaseCurrency<SoldNetwork>,
): PurchaseCurrency['networks'] {
  // A provider may list one twice.
  const others = added.networks
    .filter((network, index, all) => all.findIndex(one => isSameNetwork(one, network)) === index)
    .filter(network => !known.networks.some(one => isSameNetwork(one, network)))
    .map(({ name, display_name, chain_id, contract_address }) => ({
      name,
      display_name,
      chain_id,
      contract_address,
    }));
  return [...known.networks, ...others];
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
