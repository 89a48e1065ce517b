/** What {@link embeddedWallet} takes. */
export interface EmbeddedWalletOptions {
  /** Base address of the wallet service, for example `https://wallet.example`. Nothing else is contacted. */
  readonly wallet: string;
  /**
   * The element that holds the wallet page's iframe, for an interface of the host's own that shows it there. It must stay in
   * the page: an iframe that is moved loads anew. Default: the modal's own element.
   */
  readonly container?: (() => HTMLElement) | undefined;
  /** The wallet page logs types, ids and durations; development projects only. Default false. */
  readonly enableLogger?: boolean | undefined;
}
