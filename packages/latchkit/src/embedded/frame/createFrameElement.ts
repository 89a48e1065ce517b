/** What the wallet page is told in its address [FRAME-02]. */
export interface FrameAddress {
  /** Base address of the wallet service, for example `https://wallet.example`. */
  readonly wallet: string;
  readonly projectId: string;
  /** CAIP-2 id of the network that the page is on. */
  readonly chainId: string;
  /** Version of this package. */
  readonly version: string;
  readonly enableLogger: boolean;
}

/** Scripts, storage of its own, and windows of its own. Nothing that lets it leave its place in the page. */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
];

/** The address of the wallet page. */
export function frameUrl({ wallet, projectId, chainId, version, enableLogger }: FrameAddress): URL {
  const url = new URL('frame', wallet.endsWith('/') ? wallet : `${wallet}/`);
  url.search = String(
    new URLSearchParams({ projectId, chainId, version, enableLogger: String(enableLogger) }),
  );
  return url;
}

/**
 * Makes the wallet page's element: hidden, in the `frame` slot of whatever shadow root its parent has, and with no permission
 * passed on (no `allow`).
 *
 * @param title - What assistive technology calls it.
 */
export function createFrameElement(title: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.hidden = true;
  iframe.slot = 'frame';
  iframe.title = title;
  iframe.referrerPolicy = 'strict-origin';
  iframe.setAttribute('sandbox', SANDBOX.join(' '));
  return iframe;
}
