/** A question that a fake wallet puts to the visitor. */
export interface PromptRequest {
  /** Name of the wallet that asks. */
  readonly walletName: string;
  readonly method: string;
  readonly params: unknown;
  /** The account that is asked for, as far as it is known. */
  readonly address: string | undefined;
  /** The chain's id on EVM; Wallet Standard's name of the chain on Solana. */
  readonly chainId: number | string;
  /** Aborted when the wallet is stopped: the question is void. */
  readonly signal: AbortSignal;
}

/** Answers a question of the wallet: true approves, false rejects. */
export type WalletPrompt = (request: PromptRequest) => Promise<boolean>;
