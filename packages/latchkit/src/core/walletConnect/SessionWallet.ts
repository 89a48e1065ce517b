/**
 * The part of a WalletConnect session that belongs to one namespace. The adapters of namespaces without a standard for wallets
 * elsewhere turn it into a wallet.
 */
export interface SessionWallet {
  /** CAIP-10 ids of the approved accounts. */
  accounts(): readonly string[];
  /** What the wallet added to the session (CAIP-25). */
  properties(): Readonly<Record<string, unknown>>;
  /** Sends a request to the wallet. @param chainId - CAIP-2. */
  request(method: string, params: unknown, chainId: string): Promise<unknown>;
  /** `silent`: only restores a session. */
  connect(silent: boolean): Promise<unknown>;
  disconnect(): Promise<void>;
  /** Calls back when the accounts change or the session ends; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
}
