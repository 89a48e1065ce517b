import type { BaseError } from '../../protocol/BaseError.js';
import type { ChainId } from '../../protocol/caip.js';
import type { PaymentFinality } from '../../protocol/calls/project/payments.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { SwapAsset, SwapQuote, SwapToken } from '../swap/swapState.js';

/** What is paid, and to whom. */
export interface PaymentTerms {
  /** The receiver's address. */
  readonly recipient: string;
  /** CAIP-10 id of a token's contract (its mint on Solana), or CAIP-2 id of a chain for its native currency. */
  readonly asset: SwapAsset;
  /** In the smallest units of the asset. */
  readonly amount: bigint;
  /** The host's own name of the payment, such as an order number; shown to the visitor. */
  readonly reference?: string | undefined;
  /** Milliseconds since the epoch. Default: it does not expire. */
  readonly expiresAt?: number | undefined;
  /** When the payment counts as made; on Solana `included` is the commitment `confirmed`. Default: `included`. */
  readonly finality?: PaymentFinality | undefined;
}

/** The receipt of a payment. */
export interface PaymentReceipt {
  readonly reference: string | undefined;
  readonly hash: string;
  readonly chainId: ChainId;
  /** The paying account; empty if another wallet paid from several. */
  readonly from: string;
  /** In the smallest units of the asset. */
  readonly amount: bigint;
  /** Milliseconds since the epoch. */
  readonly paidAt: number;
}

/** A token that the visitor can pay with. */
export interface PayOption {
  readonly token: SwapToken;
  /** What is paid, in the smallest units of the token: the most, if it is swapped. */
  readonly amountIn: bigint;
  /** The network's fee, in the smallest units of its native currency; undefined: not known. */
  readonly fee: bigint | undefined;
  /** What opening the receiver's token account costs besides (Solana), in the native currency. Absent: nothing. */
  readonly rent?: bigint;
  /** The swap that turns the token into the requested asset. Absent: it is the requested asset. */
  readonly quote?: SwapQuote;
  /**
   * Why the token cannot pay: `balance`: too little of it, `fee`: too little of the native currency, `account`: the gateway would not
   * see it, because it comes from a smart account.
   */
  readonly problem?: 'balance' | 'fee' | 'account';
}

/** The payment that the visitor is asked for, or the last one. */
export interface PayState {
  readonly terms: PaymentTerms;
  /** Id of the payment at the gateway; undefined: the page created it. */
  readonly paymentId: string | undefined;
  /** On Solana, the account by which the gateway tells a transfer for this payment apart. */
  readonly solanaReference: string | undefined;
  /** Whether the gateway would see the payment from a smart account too. */
  readonly seesSmartAccounts: boolean;
  readonly network: CaipNetwork;
  /** The requested asset; its quantity is the account's balance. */
  readonly token: SwapToken | undefined;
  /** What the gateway has seen of it, in the smallest units. */
  readonly received: bigint;
  /** The address that `options` belong to. */
  readonly account: string | undefined;
  /** What the visitor can pay with: the requested asset first. Undefined until it is known. */
  readonly options: readonly PayOption[] | undefined;
  /** Whether tokens that a swap turns into the asset are among the options. */
  readonly swaps: 'none' | 'loading' | 'ready';
  /** The option to pay with. */
  readonly chosen: PayOption | undefined;
  /**
   * `choosing`: nothing was asked of the wallet. `swapping`, `asking`: the wallet is asked for a swap, or the payment. `ready`:
   * the payment after a swap waits for the visitor's press, which opens the wallet's app on a phone. `confirming`:
   * the payment was sent.
   */
  readonly step: 'choosing' | 'swapping' | 'ready' | 'asking' | 'confirming' | 'paid' | 'failed' | 'expired';
  readonly hash: string | undefined;
  readonly receipt: PaymentReceipt | undefined;
  readonly error: BaseError | undefined;
}

/** The part of the payment that is still to be paid, in the smallest units. */
export function amountDue({ terms, received }: Pick<PayState, 'terms' | 'received'>): bigint {
  return terms.amount > received ? terms.amount - received : 0n;
}
