import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import { readOnrampOptionsCall, type readOnrampOptionsRequest } from '../../protocol/calls/project/onramp.js';
import { callGateway } from '../kernel/callGateway.js';
import type { Latchkit } from '../Latchkit.js';
import { followPurchase } from './followPurchase.js';
import type {
  OnrampProvider,
  OnrampState,
  PaymentCurrency,
  PurchaseCurrency,
  PurchaseNetwork,
} from './OnrampState.js';
import { DEFAULT_PAYMENTS, DEFAULT_PROVIDERS, DEFAULT_PURCHASES } from './onrampDefaults.js';
import { getQuoteMemory, readQuotes, selectOnramp, stopQuotes, updateOnramp } from './onrampDraft.js';

/** Time after which quotes are read again, in ms. */
const QUOTES_MS = 30_000;

/**
 * Opens the form of a purchase: shows the purchase in progress of the active account, loads what can be bought, and keeps the
 * quotes fresh until it is closed. Results are in `state.onramp`.
 *
 * @returns closes it: nothing is requested any more.
 *
 * @example
 * const close = openOnramp(kit);
 */
export function openOnramp(kit: Latchkit): () => void {
  const { country = countryOf(), subdivision } = kit.store.getState().onramp ?? {};
  const stopFollowing = followPurchase(kit);
  void loadOptions(kit, country, subdivision);
  const timer = setInterval(() => {
    const { order, starting } = selectOnramp(kit.store.getState());
    if (!order && !starting) void readQuotes(kit);
  }, QUOTES_MS);
  const close = () => {
    getQuoteMemory(kit).closings += 1;
    clearInterval(timer);
    stopQuotes(kit);
    stopFollowing();
    kit.kernel.signal.removeEventListener('abort', close);
  };
  kit.kernel.signal.addEventListener('abort', close, { once: true });
  return close;
}

/**
 * Changes the country of the visitor, and loads what can be bought there.
 *
 * @param country - ISO 3166-1 alpha-2.
 * @param subdivision - The visitor's state, for example `NY`: the second part of an ISO 3166-2 code. Only providers in the US need it.
 */
export function setOnrampCountry(kit: Latchkit, country: string, subdivision?: string): void {
  stopQuotes(kit);
  void loadOptions(kit, country, subdivision);
}

/** The country of the browser's language. It is a preset, which the visitor can change. */
function countryOf(): string {
  try {
    return new Intl.Locale(navigator.language).maximize().region ?? 'US';
  } catch {
    return 'US';
  }
}

async function loadOptions(kit: Latchkit, country: string, subdivision: string | undefined): Promise<void> {
  const memory = getQuoteMemory(kit);
  const { closings } = memory;
  updateOnramp(kit, { country, subdivision });
  const found = await readOptions(kit, country, subdivision);
  const now = selectOnramp(kit.store.getState());
  if (kit.kernel.signal.aborted || now.country !== country || now.subdivision !== subdivision) return;
  applyOptions(kit, found);
  if (memory.closings === closings) await readQuotes(kit);
}

type Options = Pick<OnrampState, 'status' | 'purchaseCurrencies' | 'paymentCurrencies' | 'providers'>;

async function readOptions(
  kit: Latchkit,
  country: string,
  subdivision: string | undefined,
): Promise<Options> {
  try {
    const answer = await callGateway<typeof readOnrampOptionsRequest>(kit, readOnrampOptionsCall, {
      query: { country, subdivision },
    });
    const { purchaseCurrencies, paymentCurrencies, providers = DEFAULT_PROVIDERS } = answer;
    return { status: 'ready', purchaseCurrencies, paymentCurrencies, providers };
  } catch {
    return {
      status: 'error',
      purchaseCurrencies: DEFAULT_PURCHASES,
      paymentCurrencies: DEFAULT_PAYMENTS,
      providers: DEFAULT_PROVIDERS,
    };
  }
}

/** Stores the options that the active account and the project can use, and selects among them. */
function applyOptions(kit: Latchkit, found: Options): void {
  const { features, activeNamespace } = kit.store.getState();
  const listed = features.onramp || [];
  const purchaseCurrencies = purchasesIn(kit, activeNamespace, found.purchaseCurrencies);
  const before = selectOnramp(kit.store.getState());
  const [firstPayment = before.paymentCurrency] = found.paymentCurrencies;
  const paymentCurrency: PaymentCurrency =
    found.paymentCurrencies.find(({ id }) => id === before.paymentCurrency.id) ?? firstPayment;
  const providers: readonly OnrampProvider[] = found.providers.filter(({ id }) => listed.includes(id));
  updateOnramp(kit, {
    ...found,
    purchaseCurrencies,
    paymentCurrency,
    providers,
    ...chooseCurrency(kit, before, purchaseCurrencies),
  });
}

/** The id of a network that a provider names. */
export function chainIdOf(namespace: ChainNamespace, { chain_id }: PurchaseNetwork): ChainId {
  return `${namespace}:${chain_id}`;
}

/** The currencies that arrive at accounts of the namespace, on the host's networks if any is among them. */
function purchasesIn(
  kit: Latchkit,
  namespace: ChainNamespace,
  currencies: readonly PurchaseCurrency[],
): readonly PurchaseCurrency[] {
  const isHere = (network: PurchaseNetwork) =>
    (namespace === 'eip155') === /^[1-9]\d*$/.test(network.chain_id);
  const here = withNetworks(currencies, isHere);
  const listed = kit.store.getState().namespaces[namespace]?.networks ?? [];
  const own = withNetworks(here, network =>
    listed.some(({ caipNetworkId }) => caipNetworkId === chainIdOf(namespace, network)),
  );
  return own.length > 0 ? own : here;
}

function withNetworks(
  currencies: readonly PurchaseCurrency[],
  keep: (network: PurchaseNetwork) => boolean,
): readonly PurchaseCurrency[] {
  return currencies
    .map(currency => ({ ...currency, networks: currency.networks.filter(keep) }))
    .filter(({ networks }) => networks.length > 0);
}

/** The currency chosen before, if it is still offered; else SOL on Solana and USDC elsewhere, on the active network if possible. */
function chooseCurrency(
  kit: Latchkit,
  before: OnrampState,
  currencies: readonly PurchaseCurrency[],
): Pick<OnrampState, 'purchaseCurrency' | 'network'> {
  const { activeNamespace, namespaces } = kit.store.getState();
  const usual = activeNamespace === 'solana' ? 'SOL' : 'USDC';
  const find = (id: string | undefined) => currencies.find(currency => currency.id === id);
  const purchaseCurrency = find(before.purchaseCurrency?.id) ?? find(usual) ?? currencies[0];
  const networks = purchaseCurrency?.networks ?? [];
  const active = namespaces[activeNamespace]?.network.caipNetworkId;
  const network =
    networks.find(
      ({ name }) => purchaseCurrency === find(before.purchaseCurrency?.id) && name === before.network?.name,
    ) ??
    networks.find(one => chainIdOf(activeNamespace, one) === active) ??
    networks[0];
  return { purchaseCurrency, network };
}
