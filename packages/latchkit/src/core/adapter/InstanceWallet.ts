import type { ConnectRequest } from './ChainAdapter.js';
import type { Connector } from './Connector.js';

/**
 * A wallet that the instance itself provides to an adapter: WalletConnect or the embedded wallet. The adapter lists its connector
 * and connects through it. Its code loads with the first call.
 */
export interface InstanceWallet {
  /** Type `WALLET_CONNECT` or `AUTH`. */
  readonly connector: Connector;
  /**
   * The wallet's provider: EIP-1193 on EVM, a Wallet Standard wallet on Solana; has no accounts while disconnected.
   *
   * @throws The load error if the code fails to load.
   */
  provider(): Promise<unknown>;
  /**
   * Prompts the visitor if necessary; afterwards the provider has accounts.
   *
   * @throws CONNECTION_REJECTED; CONNECTOR_CHAINS_MISMATCH; MODAL_CLOSED if aborted; the errors of `provider`.
   */
  connect(request: Pick<ConnectRequest, 'networkId' | 'signal'>): Promise<void>;
  /**
   * Restores the previous session without a prompt and within a time limit; resolves to whether the provider has accounts now.
   */
  restore(request: Pick<ConnectRequest, 'networkId'>): Promise<boolean>;
  /** Ends the connection at the wallet, in every namespace. Takes at most 3 s. */
  disconnect(): Promise<void>;
}
