/** Who is asked by whom. */
export interface Identity {
  /** Of the host page, in the browser's own word. */
  readonly hostOrigin: string;
  /** What the host calls itself: a claim. */
  readonly claimedName?: string | undefined;
  readonly email: string;
  readonly account: string;
  /** CAIP-2 id. */
  readonly chainId: string;
  /** What the network is called: not in the host's words. */
  readonly network: string;
}
