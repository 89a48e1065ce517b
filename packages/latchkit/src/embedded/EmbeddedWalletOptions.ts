/** Options of {@link embeddedWallet}. */
export interface EmbeddedWalletOptions {
  /** Base URL of the wallet service, for example `https://wallet.example`. No other host is contacted. */
  readonly wallet: string;
  /**
   * The element that contains the wallet page's iframe, for hosts with their own interface. It must stay in the page:
   * an iframe that is moved reloads. Default: the modal's element.
   */
  readonly container?: (() => HTMLElement) | undefined;
  /**
   * The public key that signs the builds of the wallet page, as `latchkit-gateway verify-frame` prints it: a P-256 point in base64url.
   * The wallet page is then refused with `FRAME_NOT_VERIFIED` unless its manifest is signed with this key and names its version. In
   * Chromium, no script runs in the iframe but those of the manifest; other browsers check the signature and the version only.
   * Default: the wallet page is not checked.
   */
  readonly manifestKey?: string | undefined;
  /**
   * URL of the vault that the wallet page must use, for example `https://vault.example`, as `latchkit-gateway verify-frame` prints it.
   * The signed manifest covers the page's files, and not this address, which the wallet service writes into the page. A page with
   * another one is refused with `FRAME_NOT_VERIFIED` before it receives anything. It needs `manifestKey`: without it, no page is
   * accepted. Default: any vault.
   */
  readonly vault?: string | undefined;
  /** Logs types, ids and durations in the wallet page; for development projects only. Default: false. */
  readonly enableLogger?: boolean | undefined;
}
