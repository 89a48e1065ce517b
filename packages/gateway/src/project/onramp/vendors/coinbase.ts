import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import type { OnrampOrderStatus } from 'latchkit/protocol';
import * as z from 'zod';
import { absent } from '../../../platform/absent.js';
import { decimal } from '../../../platform/decimal.js';
import { HttpError } from '../../../platform/http/HttpError.js';
import { parseJson } from '../../../platform/http/parseJson.js';
import { idText } from '../../../platform/idText.js';
import { listOf } from '../../../platform/listOf.js';
import type {
  OnrampEvent,
  OnrampOptions,
  OnrampPlace,
  OnrampProvider,
  OnrampWebhook,
  PaymentMethod,
} from '../OnrampProvider.js';
import type { CoinbaseSetup } from '../onrampSettings.js';
import { askVendor } from './askVendor.js';

/** Seconds for which a token is valid. */
const TOKEN_LIFE = 120;
/** Milliseconds for which a report is accepted. */
const WEBHOOK_AGE = 5 * 60_000;

const METHODS: Readonly<Record<PaymentMethod, string>> = { card: 'CARD', bank: 'ACH_BANK_ACCOUNT' };

/** Coinbase names fields in two ways, `payment_total` and `paymentTotal`. */
const camel = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    value => (isRecord(value) ? Object.fromEntries(Object.entries(value).map(toCamel)) : value),
    schema,
  );

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toCamel([name, value]: [string, unknown]): [string, unknown] {
  return [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value];
}

const money = z.object({ value: z.string().regex(/^\d{1,60}(\.\d{1,60})?$/), currency: z.string() });
const quoteAnswer = camel(
  z.object({ purchaseAmount: money, coinbaseFee: absent(money), networkFee: absent(money) }),
);
const tokenAnswer = z.object({ token: z.string().min(1) });
const optionsAnswer = camel(
  z.object({
    paymentCurrencies: listOf(
      z.object({
        id: z.string(),
        limits: listOf(z.object({ id: z.string(), min: decimal(), max: decimal() })),
      }),
    ),
    purchaseCurrencies: listOf(
      camel(
        z.object({
          name: z.string(),
          symbol: z.string(),
          networks: listOf(
            camel(
              z.object({
                name: z.string(),
                displayName: z.string(),
                chainId: idText(),
                contractAddress: z.string().catch(''),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
);

const report = z.object({
  eventType: z.string(),
  transactionId: z.string().min(1).max(200),
  status: absent(z.string()),
  partnerUserRef: absent(z.string()),
  txHash: absent(z.string()),
});

/** References of Solana's CAIP-2 ids, by Coinbase's name of the network. */
const SOLANA: ReadonlyMap<string, string> = new Map([['solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']]);

/** Coinbase Onramp, with the operator's key. @see https://docs.cdp.coinbase.com/onramp */
export function coinbase(setup: CoinbaseSetup): OnrampProvider {
  const ask = async <Answer extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    { query = '', body, answer, stopped }: Asked<Answer>,
  ): Promise<z.output<Answer>> => {
    const url = `${setup.api}/onramp/v1/${path}`;
    const headers = { Authorization: `Bearer ${await bearerOf(setup, method, new URL(url))}` };
    return askVendor({ method, url: url + query, headers, body, answer, stopped });
  };
  return {
    id: 'coinbase',
    name: 'Coinbase',
    feeRange: [1, 2],
    async options(place, stopped) {
      const query = `?${new URLSearchParams(placeOf(place))}`;
      return toOptions(await ask('GET', 'buy/options', { query, answer: optionsAnswer, stopped }));
    },
    async quote(terms, stopped) {
      const body = {
        purchaseCurrency: terms.purchaseCurrency,
        purchaseNetwork: terms.network,
        paymentAmount: terms.amount,
        paymentCurrency: terms.paymentCurrency,
        paymentMethod: METHODS[terms.paymentMethod],
        ...placeOf(terms),
      };
      const found = await ask('POST', 'buy/quote', { body, answer: quoteAnswer, stopped });
      const fees = [found.coinbaseFee, found.networkFee].filter(fee => fee !== undefined);
      const fee = fees.reduce((sum, { value }) => sum + Number(value), 0);
      return {
        amount: found.purchaseAmount.value,
        fee: fees.length === 0 ? undefined : String(Math.round(fee * 100) / 100),
      };
    },
    async createUrl({ id, terms, address, clientIp }, stopped) {
      const body = {
        addresses: [{ address, blockchains: [terms.network] }],
        assets: [terms.purchaseCurrency],
        ...(clientIp === undefined ? {} : { clientIp }),
      };
      const { token } = await ask('POST', 'token', { body, answer: tokenAnswer, stopped });
      const query = new URLSearchParams({
        sessionToken: token,
        defaultAsset: terms.purchaseCurrency,
        defaultNetwork: terms.network,
        defaultPaymentMethod: METHODS[terms.paymentMethod],
        presetFiatAmount: terms.amount,
        fiatCurrency: terms.paymentCurrency,
        partnerUserRef: id,
      });
      return `${setup.page}/buy/select-asset?${query}`;
    },
    readEvent: webhook => readReport(setup.webhookSecret, webhook),
  };
}

/** Coinbase requires the state for residents of the United States, and takes none elsewhere. */
function placeOf({ country, subdivision }: OnrampPlace): Readonly<Record<string, string>> {
  return country === 'US' && subdivision !== undefined ? { country, subdivision } : { country };
}

interface Asked<Answer extends z.ZodType> {
  readonly query?: string;
  readonly body?: unknown;
  readonly answer: Answer;
  readonly stopped: AbortSignal;
}

/** A token for one request. @see https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication */
async function bearerOf({ keyId, key }: CoinbaseSetup, method: string, { host, pathname }: URL) {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ uris: [`${method} ${host}${pathname}`] })
    .setProtectedHeader({
      alg: key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256',
      kid: keyId,
      typ: 'JWT',
      nonce: randomBytes(16).toString('hex'),
    })
    .setIssuer('cdp')
    .setSubject(keyId)
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + TOKEN_LIFE)
    .sign(key);
}

function toOptions({ paymentCurrencies, purchaseCurrencies }: z.output<typeof optionsAnswer>): OnrampOptions {
  return {
    paymentCurrencies: paymentCurrencies.map(({ id, limits }) => ({
      id,
      payment_method_limits: (['card', 'bank'] as const).flatMap(method => {
        const limit = limits.find(one => one.id === METHODS[method]);
        return limit ? [{ id: method, min: limit.min, max: limit.max }] : [];
      }),
    })),
    purchaseCurrencies: purchaseCurrencies.flatMap(({ name, symbol, networks }) => {
      const served = networks.flatMap(network => {
        const chainId = SOLANA.get(network.name) ?? network.chainId;
        const isServed = SOLANA.has(network.name) || /^[1-9]\d*$/.test(chainId);
        const { displayName: display_name, contractAddress: contract_address } = network;
        return isServed ? [{ name: network.name, display_name, chain_id: chainId, contract_address }] : [];
      });
      return served.length === 0 ? [] : [{ id: symbol, name, symbol, networks: served }];
    }),
  };
}

/** The state that each kind of report puts an order in. */
const STATUS: ReadonlyMap<string, OnrampOrderStatus> = new Map([
  ['onramp.transaction.success', 'completed'],
  ['onramp.transaction.failed', 'failed'],
]);

function readReport(secret: string | undefined, webhook: OnrampWebhook): OnrampEvent | undefined {
  verify(secret, webhook);
  const parsed = report.safeParse(parseJson(webhook.body));
  if (!parsed.success || parsed.data.partnerUserRef === undefined) return undefined;
  const { eventType, transactionId, partnerUserRef, status: reported, txHash } = parsed.data;
  const isPaid = eventType.endsWith('.updated') && reported === 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS';
  const status = isPaid ? 'paid' : STATUS.get(eventType);
  if (status === undefined) return undefined;
  return {
    id: `${transactionId}:${status}`,
    orderId: partnerUserRef,
    status,
    transactionHash: txHash || undefined,
  };
}

/** Another name makes `Headers` throw. */
const HEADER_NAME = /^[\w-]+$/;

/** Verifies the header `X-Hook0-Signature`: `t=TIME,h=HEADER NAMES,v1=HMAC`. */
function verify(secret: string | undefined, { headers, body }: OnrampWebhook): void {
  const parts = new Map(
    (headers.get('x-hook0-signature') ?? '').split(',').map(part => {
      const at = part.indexOf('=');
      return [part.slice(0, at), part.slice(at + 1)] as const;
    }),
  );
  const [time = '', names = '', given = ''] = [parts.get('t'), parts.get('h'), parts.get('v1')];
  const values = names.split(' ').map(name => (HEADER_NAME.test(name) ? headers.get(name) : null) ?? '');
  const signed = [time, ...(names === '' ? [] : [names, values.join('.')]), body].join('.');
  const expected = createHmac('sha256', secret ?? randomBytes(32))
    .update(signed)
    .digest();
  const bytes = Buffer.from(given, 'hex');
  const isFresh = Math.abs(Date.now() - Number(time) * 1_000) < WEBHOOK_AGE;
  if (
    secret === undefined ||
    !isFresh ||
    bytes.length !== expected.length ||
    !timingSafeEqual(bytes, expected)
  )
    throw new HttpError(401, 'INVALID_SIGNATURE', 'The signature of the report is wrong');
}
