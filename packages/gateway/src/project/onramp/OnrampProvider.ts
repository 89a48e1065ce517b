import type { OnrampOrderStatus } from 'latchkit/protocol';

export type PaymentMethod = 'card' | 'bank';

/** A network on which a currency arrives. The fields are those of the wire. */
export interface PurchaseNetwork {
  readonly name: string;
  readonly display_name: string;
  /** The chain's own id: `1` on EVM, the reference of the CAIP-2 id on Solana. */
  readonly chain_id: string;
  /** Empty: the chain's native currency. */
  readonly contract_address: string;
}

/** A network on which a provider sells a currency. */
export interface SoldNetwork extends PurchaseNetwork {
  /** The provider's own code of the currency on this network, from its list. Undefined: it has none. */
  readonly currencyCode?: string;
}

export interface PurchaseCurrency<Network extends PurchaseNetwork = PurchaseNetwork> {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly networks: readonly Network[];
}

export interface PaymentCurrency {
  /** ISO 4217 code. */
  readonly id: string;
  readonly payment_method_limits: readonly {
    readonly id: PaymentMethod;
    readonly min: number;
    readonly max: number;
  }[];
}

export interface OnrampOptions<Network extends PurchaseNetwork = PurchaseNetwork> {
  readonly purchaseCurrencies: readonly PurchaseCurrency<Network>[];
  readonly paymentCurrencies: readonly PaymentCurrency[];
}

/** What a visitor buys, and how they pay. */
export interface OnrampTerms {
  readonly purchaseCurrency: string;
  readonly paymentCurrency: string;
  /** Of the payment, in whole units, as a decimal number. */
  readonly amount: string;
  /** Name of the network, as in the options. */
  readonly network: string;
  readonly paymentMethod: PaymentMethod;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The second part of an ISO 3166-2 code, if the visitor has chosen one. */
  readonly subdivision?: string | undefined;
}

/** The same in the words of one provider, from its own list. */
export interface ProviderTerms extends OnrampTerms {
  readonly currencyCode?: string | undefined;
}

/** Where the visitor is. */
export type OnrampPlace = Pick<OnrampTerms, 'country' | 'subdivision'>;

export interface OnrampQuote {
  /** In whole units of the bought currency, as a decimal number. */
  readonly amount: string;
  /** All fees, in the payment currency. Undefined: not known. */
  readonly fee: string | undefined;
}

/** An order before its page opens. */
export interface NewOrder<Terms extends OnrampTerms = OnrampTerms> {
  /** Unguessable; the provider reports it back. */
  readonly id: string;
  readonly projectId: string;
  readonly terms: Terms;
  /** Where the currency arrives. */
  readonly address: string;
  /** The visitor's IP address, as the trusted proxies report it. Undefined: not known. */
  readonly clientIp: string | undefined;
  /** URL at which browsers reach the gateway. */
  readonly gatewayUrl: string;
}

/** A provider's report about an order. */
export interface OnrampEvent {
  /** Unique at the provider: an event with a known id changes nothing. */
  readonly id: string;
  readonly orderId: string;
  readonly status: OnrampOrderStatus;
  readonly transactionHash?: string | undefined;
}

/** A provider's request to the gateway, as it was received. */
export interface OnrampWebhook {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A service that sells currencies for a card or bank payment, on its own page. */
export interface OnrampProvider {
  /** Such as `coinbase`: the id in a project's list. */
  readonly id: string;
  readonly name: string;
  /** Its fee, in percent: from, to. */
  readonly feeRange: readonly [number, number];
  /** @throws HttpError `ONRAMP_REFUSED` or `ONRAMP_UNAVAILABLE` when the provider does not respond. */
  options(place: OnrampPlace, stopped: AbortSignal): Promise<OnrampOptions<SoldNetwork>>;
  /** @throws HttpError `ONRAMP_REFUSED` or `ONRAMP_UNAVAILABLE` when the provider refuses or does not respond. */
  quote(terms: ProviderTerms, stopped: AbortSignal): Promise<OnrampQuote>;
  /**
   * Creates the URL of the provider's page for an order.
   *
   * @throws HttpError `ONRAMP_REFUSED` or `ONRAMP_UNAVAILABLE` when the provider refuses or does not respond.
   */
  createUrl(order: NewOrder<ProviderTerms>, stopped: AbortSignal): Promise<string>;
  /**
   * Verifies and reads a report.
   *
   * @returns undefined for a report about anything but an order of this gateway.
   * @throws HttpError 401 `INVALID_SIGNATURE`.
   */
  readEvent(webhook: OnrampWebhook): OnrampEvent | undefined;
}
