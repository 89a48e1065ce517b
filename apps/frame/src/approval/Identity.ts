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
}
