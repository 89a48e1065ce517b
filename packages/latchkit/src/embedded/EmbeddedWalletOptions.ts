/** Options of {@link embeddedWallet}. */
export interface EmbeddedWalletOptions {
  /** Base URL of the wallet service, for example `https://wallet.example`. No other host is contacted. */
  readonly wallet: string;
  /**
   * The element that contains the wallet page's iframe, for hosts with their own interface. It must stay in the page:
   * an iframe that is moved reloads. Default: the modal's element.
   */
  readonly container?: (() => HTMLElement) | undefined;
  /** Logs types, ids and durations in the wallet page; for development projects only. Default: false. */
  readonly enableLogger?: boolean | undefined;
}
