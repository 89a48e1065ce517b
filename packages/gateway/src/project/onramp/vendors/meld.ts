import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OnrampOrderStatus } from 'latchkit/protocol';
import * as z from 'zod';
import { HttpError } from '../../../platform/http/HttpError.js';
import { parseJson } from '../../../platform/http/parseJson.js';
import { idText } from '../../../platform/idText.js';
import { listOf } from '../../../platform/listOf.js';
import type {
  OnrampEvent,
  OnrampOptions,
  OnrampProvider,
  OnrampWebhook,
  PaymentMethod,
  ProviderTerms,
  PurchaseCurrency,
  SoldNetwork,
} from '../OnrampProvider.js';
import { onrampRefused } from '../onrampErrors.js';
import type { MeldSetup } from '../onrampSettings.js';
import { askVendor } from './askVendor.js';

const API_VERSION = '2025-03-04';
/** Milliseconds for which a report is accepted. */
const WEBHOOK_AGE = 5 * 60_000;

const METHODS: Readonly<Record<PaymentMethod, string>> = { card: 'CREDIT_DEBIT_CARD', bank: 'LOCAL' };

const currenciesAnswer = listOf(
  z.object({
    currencyCode: z.string(),
    name: z.string(),
    chainCode: z.string().nullish(),
    chainName: z.string().nullish(),
    chainId: idText().nullish(),
    contractAddress: z.string().nullish(),
  }),
);
const limitsAnswer = listOf(
  z.object({ currencyCode: z.string(), minimumAmount: z.number(), maximumAmount: z.number() }),
);
const offer = z.object({
  serviceProvider: z.string(),
  destinationAmount: z.number().positive(),
  totalFee: z.number().nullish(),
});
const quoteAnswer = z.object({ quotes: listOf(offer).nullish() });
const widgetAnswer = z.object({ widgetUrl: z.url({ protocol: /^https?$/ }) });
const report = z.object({
  eventType: z.string(),
  eventId: z.string().min(1).max(200),
  payload: z.object({ externalSessionId: z.string().nullish() }),
});

/** The reference of Solana's CAIP-2 id. */
const SOLANA = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
/** Meld's codes of Solana. Its `chainId` there is 101, which is also the id of an EVM chain. */
const SOLANA_CODES: readonly string[] = ['SOL', 'SOLANA'];

/** Meld, which asks all of its providers, with the operator's key. @see https://docs.meld.io */
export function meld(setup: MeldSetup): OnrampProvider {
  const headers = { Authorization: `BASIC ${setup.key}`, 'Meld-Version': API_VERSION };
  const read = <Answer extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    answer: Answer,
    stopped: AbortSignal,
  ) => {
    const url = `${setup.api}/service-providers/${path}?${new URLSearchParams(query)}`;
    return askVendor({ method: 'GET', url, headers, answer, stopped });
  };
  const post = <Answer extends z.ZodType>(
    path: string,
    body: unknown,
    answer: Answer,
    stopped: AbortSignal,
  ) => askVendor({ method: 'POST', url: `${setup.api}/${path}`, headers, body, answer, stopped });

  /** The best offer of Meld's providers. */
  const best = async (terms: ProviderTerms, stopped: AbortSignal) => {
    const { quotes } = await post('payments/crypto/quote', paymentOf(terms), quoteAnswer, stopped);
    const [first] = [...(quotes ?? [])].sort((one, other) => other.destinationAmount - one.destinationAmount);
    if (!first) throw onrampRefused('No provider sells this for this payment');
    return first;
  };
  return {
    id: 'meld',
    name: 'Meld',
    feeRange: [1, 2],
    async options({ country: countries }, stopped) {
      const query = { accountFilter: 'true', categories: 'CRYPTO_ONRAMP', countries };
      const limits = (method: PaymentMethod) =>
        read(
          'limits/fiat-currency-purchases',
          { ...query, paymentMethodTypes: METHODS[method] },
          limitsAnswer,
          stopped,
        );
      const [currencies, card, bank] = await Promise.all([
        read('properties/crypto-currencies', query, currenciesAnswer, stopped),
        limits('card'),
        limits('bank'),
      ]);
      return { purchaseCurrencies: toCurrencies(currencies), paymentCurrencies: toPayments({ card, bank }) };
    },
    async quote(terms, stopped) {
      const { destinationAmount, totalFee } = await best(terms, stopped);
      return {
        amount: plain(destinationAmount),
        fee: totalFee === null || totalFee === undefined ? undefined : plain(totalFee),
      };
    },
    async createUrl({ id, projectId, terms, address }, stopped) {
      const { serviceProvider } = await best(terms, stopped);
      const body = {
        sessionType: 'BUY',
        sessionData: { ...paymentOf(terms), serviceProvider, walletAddress: address },
        externalCustomerId: projectId,
        externalSessionId: id,
      };
      const { widgetUrl } = await post('crypto/session/widget', body, widgetAnswer, stopped);
      return widgetUrl;
    },
    readEvent: webhook => readReport(setup.webhookSecret, webhook),
  };
}

function paymentOf(terms: ProviderTerms) {
  return {
    countryCode: terms.country,
    sourceCurrencyCode: terms.paymentCurrency,
    sourceAmount: terms.amount,
    destinationCurrencyCode: terms.currencyCode ?? terms.purchaseCurrency,
    paymentMethodType: METHODS[terms.paymentMethod],
  };
}

/** A number without an exponent. */
function plain(value: number): string {
  return value.toFixed(18).replace(/\.?0+$/, '');
}

/**
 * What Meld's list has on the networks that pages know. A code is what Meld made it, so it is kept, and only the symbol is read from
 * it. A second contract of a symbol on one chain is a currency of its own, whose id is its code.
 */
function toCurrencies(
  currencies: z.output<typeof currenciesAnswer>,
): OnrampOptions<SoldNetwork>['purchaseCurrencies'] {
  const found = new Map<string, PurchaseCurrency<SoldNetwork>>();
  const listed = new Set<string>();
  for (const { currencyCode, name, chainCode, chainName, chainId, contractAddress } of currencies) {
    if (!chainCode) continue;
    const chain_id = SOLANA_CODES.includes(chainCode) ? SOLANA : (chainId ?? '');
    if (chain_id !== SOLANA && !/^[1-9]\d*$/.test(chain_id)) continue;
    // Listed twice, it is one currency all the same.
    if (listed.has(`${chain_id} ${currencyCode}`)) continue;
    listed.add(`${chain_id} ${currencyCode}`);
    const symbol = currencyCode.split('_')[0] || currencyCode;
    const isTaken = found.get(symbol)?.networks.some(network => network.chain_id === chain_id);
    const id = isTaken ? currencyCode : symbol;
    const known = found.get(id) ?? { id, name, symbol, networks: [] };
    const network = {
      name: chainCode.toLowerCase(),
      display_name: chainName ?? chainCode,
      chain_id,
      contract_address: contractAddress ?? '',
      currencyCode,
    };
    found.set(id, { ...known, networks: [...known.networks, network] });
  }
  return [...found.values()];
}

function toPayments(
  limits: Readonly<Record<PaymentMethod, z.output<typeof limitsAnswer>>>,
): OnrampOptions['paymentCurrencies'] {
  const ids = new Set([...limits.card, ...limits.bank].map(({ currencyCode }) => currencyCode));
  return [...ids].map(id => ({
    id,
    payment_method_limits: (['card', 'bank'] as const).flatMap(method => {
      const limit = limits[method].find(({ currencyCode }) => currencyCode === id);
      return limit ? [{ id: method, min: limit.minimumAmount, max: limit.maximumAmount }] : [];
    }),
  }));
}

/** The state that each kind of report puts an order in. */
const STATUS: ReadonlyMap<string, OnrampOrderStatus> = new Map(
  Object.entries({
    TRANSACTION_CRYPTO_TRANSFERRING: 'paid',
    TRANSACTION_CRYPTO_COMPLETE: 'completed',
    TRANSACTION_CRYPTO_FAILED: 'failed',
  } as const),
);

function readReport(secret: string | undefined, webhook: OnrampWebhook): OnrampEvent | undefined {
  verify(secret, webhook);
  const parsed = report.safeParse(parseJson(webhook.body));
  if (!parsed.success) return undefined;
  const { eventType, eventId, payload } = parsed.data;
  const status = STATUS.get(eventType);
  if (status === undefined || !payload.externalSessionId) return undefined;
  return { id: eventId, orderId: payload.externalSessionId, status };
}

/** Verifies `Meld-Signature`: HMAC of `TIME.URL.BODY` in base64url with padding. */
function verify(secret: string | undefined, { url, headers, body }: OnrampWebhook): void {
  const time = headers.get('meld-signature-timestamp') ?? '';
  const expected = createHmac('sha256', secret ?? randomBytes(32))
    .update(`${time}.${url}.${body}`)
    .digest();
  const given = Buffer.from(headers.get('meld-signature') ?? '', 'base64url');
  const sentAt = /^\d+$/.test(time) ? Number(time) * 1_000 : Date.parse(time);
  const isFresh = Math.abs(Date.now() - sentAt) < WEBHOOK_AGE;
  if (
    secret === undefined ||
    !isFresh ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected)
  )
    throw new HttpError(401, 'INVALID_SIGNATURE', 'The signature of the report is wrong');
}
