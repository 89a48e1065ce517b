import type { CaipAddress, ChainId } from '../../protocol/caip.js';
import type { OnrampOrderStatus } from '../../protocol/calls/project/onramp.js';

/** A network on which a bought currency arrives. */
export interface PurchaseNetwork {
  /** Its name at the providers, such as `ethereum`. */
  readonly name: string;
  readonly display_name: string;
  /** The chain's own id: `1` on EVM, the reference of the CAIP-2 id on Solana. */
  readonly chain_id: string;
  /** Empty: the chain's native currency. */
  readonly contract_address: string;
}

/** A currency that can be bought. */
export interface PurchaseCurrency {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly networks: readonly PurchaseNetwork[];
}

/** How a purchase is paid: with a card, or from a bank account. */
export type PaymentMethod = 'card' | 'bank';

/** A currency that can be paid with. */
export interface PaymentCurrency {
  /** ISO 4217 code. */
  readonly id: string;
  /** `id`: `card` or `bank`; amounts in whole units. */
  readonly payment_method_limits: readonly {
    readonly id: string;
    readonly min: number;
    readonly max: number;
  }[];
}

/** A service that sells currencies. */
export interface OnrampProvider {
  readonly id: string;
  readonly name: string;
  /** Its fee, in percent: from, to. */
  readonly feeRange: readonly [number, number];
}

/** What a provider gives for the payment. */
export interface OnrampQuote {
  readonly provider: string;
  readonly purchaseAmount: { readonly amount: string; readonly currency?: string | undefined };
  /** All fees, in the payment currency. */
  readonly fee?: string | undefined;
}

/** A purchase that was started on a provider's page. */
export interface PurchaseOrder {
  /** Undefined if the gateway can't report on it. */
  readonly id?: string | undefined;
  readonly provider: string;
  readonly providerName: string;
  /** The provider's page. */
  readonly url: string;
  /** The account at which the currency arrives. */
  readonly account: CaipAddress;
  readonly chainId: ChainId;
  readonly symbol: string;
  /** CAIP-10 id of the bought token's contract; absent for the native currency. */
  readonly token?: CaipAddress | undefined;
  /** What was quoted, in whole units. Absent: not known. */
  readonly purchaseAmount?: string | undefined;
  readonly paymentAmount: string;
  readonly paymentCurrency: string;
  /** The account's balance of the currency when the order started, in whole units. Absent: not known. */
  readonly balance?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly status: OnrampOrderStatus;
}

/** The form of a purchase, and the purchase in progress. */
export interface OnrampState {
  /** `error`: the options could not be loaded, and defaults are used. */
  readonly status: 'loading' | 'ready' | 'error';
  /** What can be bought in the active namespace. */
  readonly purchaseCurrencies: readonly PurchaseCurrency[];
  readonly paymentCurrencies: readonly PaymentCurrency[];
  /** The services that the project offers. */
  readonly providers: readonly OnrampProvider[];
  /** The chosen currency and network. */
  readonly purchaseCurrency: PurchaseCurrency | undefined;
  readonly network: PurchaseNetwork | undefined;
  readonly paymentCurrency: PaymentCurrency;
  readonly paymentMethod: PaymentMethod;
  /** Of the visitor, as they chose it: ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The visitor's state, for example `NY`, if they chose one: providers serve each state of the US differently. */
  readonly subdivision?: string | undefined;
  /** Of the payment, as the visitor typed it. */
  readonly paymentAmount: string;
  /** The best quote, in whole units of the bought currency. */
  readonly purchaseAmount: string | undefined;
  /** Best first. */
  readonly quotes: readonly OnrampQuote[];
  readonly quotesLoading: boolean;
  /** The provider that the visitor chose; undefined: the one with the best quote. */
  readonly provider: string | undefined;
  /** Why there is no quote, or why the order could not be started. */
  readonly error: string | undefined;
  /** A provider's page is being prepared. */
  readonly starting: boolean;
  /** The purchase in progress, or the one that has just ended. */
  readonly order: PurchaseOrder | undefined;
}

/** A state that an order does not leave. */
export type FinalOrderStatus = Exclude<OnrampOrderStatus, 'created' | 'paid'>;

/** Whether an order has ended. */
export function isFinal(status: OnrampOrderStatus): status is FinalOrderStatus {
  return status !== 'created' && status !== 'paid';
}
