import type { OnrampProvider, OnrampState, PaymentCurrency, PurchaseCurrency } from './OnrampState.js';

const LIMITS = [
  { id: 'card', min: 10, max: 7_500 },
  { id: 'bank', min: 10, max: 25_000 },
] as const;

/** Used when the options cannot be loaded, and for limits that they do not have. */
export const DEFAULT_LIMITS: PaymentCurrency['payment_method_limits'] = LIMITS;

const US_DOLLAR: PaymentCurrency = { id: 'USD', payment_method_limits: LIMITS };

/** Used when the options cannot be loaded. */
export const DEFAULT_PAYMENTS: readonly PaymentCurrency[] = [
  US_DOLLAR,
  { id: 'EUR', payment_method_limits: LIMITS },
];

/** Used when the options cannot be loaded. */
export const DEFAULT_PURCHASES: readonly PurchaseCurrency[] = [
  {
    id: 'USDC',
    name: 'USD Coin',
    symbol: 'USDC',
    networks: [
      {
        name: 'ethereum',
        display_name: 'Ethereum',
        chain_id: '1',
        contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
      {
        name: 'polygon',
        display_name: 'Polygon',
        chain_id: '137',
        contract_address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      },
    ],
  },
];

/** The services that this version knows. */
export const DEFAULT_PROVIDERS: readonly OnrampProvider[] = [
  { id: 'meld', name: 'Meld', feeRange: [1, 2] },
  { id: 'coinbase', name: 'Coinbase', feeRange: [1, 2] },
];

/** The form before the options are loaded. */
export const EMPTY_ONRAMP: OnrampState = {
  status: 'loading',
  purchaseCurrencies: [],
  paymentCurrencies: DEFAULT_PAYMENTS,
  providers: [],
  purchaseCurrency: undefined,
  network: undefined,
  paymentCurrency: US_DOLLAR,
  paymentMethod: 'card',
  country: 'US',
  paymentAmount: '100',
  purchaseAmount: undefined,
  quotes: [],
  quotesLoading: false,
  provider: undefined,
  error: undefined,
  starting: false,
  order: undefined,
};
