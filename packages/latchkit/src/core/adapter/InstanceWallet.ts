import type { ConnectRequest } from './ChainAdapter.js';
import type { Connector } from './Connector.js';

/**
 * A wallet that the instance itself brings, as the adapter of one namespace is given it: WalletConnect, or the embedded wallet.
 * The adapter lists its connector with its own and connects through it. Its code loads with the first call.
 */
export interface InstanceWallet {
  /** Type `WALLET_CONNECT` or `AUTH`. */
  readonly connector: Connector;
  /**
   * What the wallet is asked through: EIP-1193 on EVM, a wallet of Wallet Standard on Solana; without accounts while nothing is
   * connected.
   *
   * @throws the error of code that does not load.
   */
  provider(): Promise<unknown>;
  /**
   * Asks the visitor where it has to; afterwards the provider has accounts.
   *
   * @throws CONNECTION_REJECTED; CONNECTOR_CHAINS_MISMATCH; MODAL_CLOSED aborted; what `provider` throws.
   */
  connect(request: Pick<ConnectRequest, 'networkId' | 'signal'>): Promise<void>;
  /** Restores what stood before, without a prompt and within a time of its own: whether the provider has accounts now. */
  restore(request: Pick<ConnectRequest, 'networkId'>): Promise<boolean>;
  /** Ends the connection at the wallet, in every namespace. Takes at most 3 s. */
  disconnect(): Promise<void>;
}
