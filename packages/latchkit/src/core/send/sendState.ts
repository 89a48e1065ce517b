import type { BaseError } from '../../protocol/BaseError.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';

/** What the visitor is about to send [ENT-22]; all of it empty after a send, or with `resetSend`. */
export interface SendState {
  /** The token to send; one without an address is the network's own currency. */
  readonly token: TokenBalance | undefined;
  /** In whole tokens, as the visitor typed it. */
  readonly sendTokenAmount: string | undefined;
  /** What the visitor typed as the receiver: an address or a name. */
  readonly receiver: string;
  /** The address that it means; undefined until it is known. */
  readonly receiverAddress: string | undefined;
  readonly receiverProfileName: string | undefined;
  readonly receiverProfileImageUrl: string | undefined;
  /** `checking`: a name that is being looked up. `invalid`: neither an address nor a name that is known. */
  readonly receiverStatus: 'none' | 'checking' | 'ready' | 'invalid';
  /** Why the name could not be looked up. */
  readonly receiverError: BaseError | undefined;
  /** Worth of what the account has of the network's own currency, in US dollars; undefined without a live price. */
  readonly networkBalanceInUSD: number | undefined;
  /** Whether the wallet is being asked. */
  readonly loading: boolean;
  /** What can be sent: the tokens of the account on its network, the network's own currency first. */
  readonly tokenBalances: readonly TokenBalance[];
}
