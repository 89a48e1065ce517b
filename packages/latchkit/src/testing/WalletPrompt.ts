/** A fake wallet's request to the visitor. */
export interface PromptRequest {
  /** Name of the requesting wallet. */
  readonly walletName: string;
  readonly method: string;
  readonly params: unknown;
  /** The requested account, if known. */
  readonly address: string | undefined;
  /** The chain id on EVM; Wallet Standard's chain name on Solana. */
  readonly chainId: number | string;
  /** Aborted when the wallet stops: the prompt is no longer valid. */
  readonly signal: AbortSignal;
}

/** Decides a prompt: true approves, false rejects. */
export type WalletPrompt = (request: PromptRequest) => Promise<boolean>;
