/** The requesting site, and the account and network of the request. */
export interface RequestIdentity {
  /** Origin of the host page as the browser reports it. */
  readonly hostOrigin: string;
  /** The name that the host claims. */
  readonly claimedName?: string | undefined;
  /** A picture that the host claims, as {@link siteIcon} accepts it. */
  readonly icon?: string | undefined;
  /** The name of its project, as the wallet service says; undefined where only the page would say it. */
  readonly projectName?: string | undefined;
  /** Who is logged in, as the user recognises it: the masked email address, or the provider and the name there. */
  readonly login: string;
  readonly account: string;
  /** The name that is registered for the account. */
  readonly accountName?: string | undefined;
  /** CAIP-2 id. */
  readonly chainId: string;
  /** The network's name; never supplied by the host. */
  readonly network: string;
}
