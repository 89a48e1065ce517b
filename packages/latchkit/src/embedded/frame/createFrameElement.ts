import { urlUnder } from '../../protocol/urlUnder.js';

/** The parameters in the wallet page's URL. */
export interface FrameAddress {
  /** Base URL of the wallet service, for example `https://wallet.example`. */
  readonly wallet: string;
  readonly projectId: string;
  /** CAIP-2 id of the page's network. */
  readonly chainId: string;
  /** Version of this package. */
  readonly version: string;
  readonly enableLogger: boolean;
}

/** Scripts, own storage and own windows, and its own cookies after a press, but nothing that affects the rest of the page. */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-storage-access-by-user-activation',
];

/** Returns the URL of a path below the wallet service's base URL. */
export function walletUrl(wallet: string, path: string): URL {
  return urlUnder(wallet, path);
}

/** Returns the URL of the wallet page. */
export function frameUrl({ wallet, projectId, chainId, version, enableLogger }: FrameAddress): URL {
  const url = walletUrl(wallet, 'frame');
  url.search = String(
    new URLSearchParams({ projectId, chainId, version, enableLogger: String(enableLogger) }),
  );
  return url;
}

/**
 * Creates the wallet page's iframe: hidden, in the `frame` slot of its parent's shadow root, without delegated
 * permissions (no `allow`).
 *
 * @param title - Accessible name.
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
