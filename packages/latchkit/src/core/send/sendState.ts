import type { BaseError } from '../../protocol/BaseError.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';

/** The send form. Cleared after a send, and by `resetSend`. */
export interface SendState {
  /** The token to send; one without an address is the network's own currency. */
  readonly token: TokenBalance | undefined;
  /** In whole tokens, as the visitor typed it. */
  readonly sendTokenAmount: string | undefined;
  /**
   * By which the token's amounts are multiplied when they are shown, as the chain said last: `1` for tokens that are not scaled. Undefined
   * until it is known.
   */
  readonly factor: string | undefined;
  /** What the visitor typed as the receiver: an address or a name. */
  readonly receiver: string;
  /** The resolved address of the receiver; undefined until it is known. */
  readonly receiverAddress: string | undefined;
  readonly receiverProfileName: string | undefined;
  readonly receiverProfileImageUrl: string | undefined;
  /** `checking`: the name is being looked up. `invalid`: neither an address nor a known name. */
  readonly receiverStatus: 'none' | 'checking' | 'ready' | 'invalid';
  /** Why the name lookup failed. */
  readonly receiverError: BaseError | undefined;
  /** Value of the account's balance of the network's own currency, in US dollars; undefined without a live price. */
  readonly networkBalanceInUSD: number | undefined;
  /** Whether a request is in progress in the wallet. */
  readonly loading: boolean;
  /** The account's tokens on its network that can be sent, the network's own currency first. */
  readonly tokenBalances: readonly TokenBalance[];
}

/** Initial send state. The entry chunk contains this file, so it holds nothing else. */
export const EMPTY_SEND: SendState = {
  token: undefined,
  sendTokenAmount: undefined,
  factor: undefined,
  receiver: '',
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverStatus: 'none',
  receiverError: undefined,
  networkBalanceInUSD: undefined,
  loading: false,
  tokenBalances: [],
};
