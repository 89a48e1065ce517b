import type { LinkEnvironment } from './walletLinks.js';

/**
 * How a wallet takes pairings and pages, where its own links don't say so. `{uri}` stands for the encoded pairing link. In `page`,
 * `{page}` is the encoded address, `{nested}` one that is encoded twice, `{bare}` one without its scheme, not encoded; `{origin}`
 * is the encoded origin, and `{coin}` the SLIP-44 type of the namespace's coin.
 */
export interface WalletTemplates {
  /** Its app takes a pairing at another path than `scheme://wc`. */
  readonly app?: string;
  /** Where its app takes the plain pairing link (ERC-1328). */
  readonly plain?: readonly LinkEnvironment['platform'][];
  /** Universal link for the browsers of other apps, which a scheme cannot leave. Its host may see the pairing's key. */
  readonly universal?: string;
  /** As `app`, for the program on a computer. */
  readonly desktop?: string;
  /** Opens a page in the wallet's own browser. Its host sees the address where the app is not installed. */
  readonly page?: string;
}

const PHONES = ['ios', 'android'] as const;

/**
 * By the wallet's id in the directory. docs/results/wallets.md names the sources. A listing, a custom wallet or the gateway can
 * only choose an entry.
 */
export const WALLET_TEMPLATES: ReadonlyMap<string, WalletTemplates> = /* @__PURE__ */ new Map<
  string,
  WalletTemplates
>([
  [
    'metamask',
    {
      universal: 'https://metamask.app.link/wc?uri={uri}',
      // An encoded address opens an empty tab.
      page: 'https://link.metamask.io/dapp/{bare}',
    },
  ],
  [
    'trust',
    {
      universal: 'https://link.trustwallet.com/wc?uri={uri}',
      page: 'https://link.trustwallet.com/open_url?coin_id={coin}&url={page}',
    },
  ],
  ['rainbow', { universal: 'https://rnbwapp.com/wc?uri={uri}' }],
  ['coinbase-wallet', { page: 'https://go.cb-w.com/dapp?cb_url={page}' }],
  ['phantom', { page: 'https://phantom.app/ul/browse/{page}?ref={origin}' }],
  ['solflare', { page: 'https://solflare.com/ul/v1/browse/{page}?ref={origin}' }],
  [
    'okx',
    {
      page: 'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D{nested}',
    },
  ],
  ['xverse', { page: 'https://connect.xverse.app/browser?url={page}' }],
  ['coin98', { plain: PHONES }],
  ['core', { plain: PHONES }],
  ['clv-wallet', { plain: PHONES }],
  ['universal-profiles', { plain: PHONES }],
  ['bifrost', { plain: ['android'] }],
  ['alphawallet', { plain: ['android'] }],
  ['best-wallet', { app: 'bw://connect/wc?uri={uri}' }],
  ['bitverse', { app: 'bitverseapp://open/wallet/wc?uri={uri}' }],
  ['bybit', { app: 'bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri={uri}' }],
  ['kaia', { app: 'kaikas://walletconnect?uri={uri}' }],
  ['ready', { app: 'argent://app/wc?uri={uri}' }],
  ['bloom', { desktop: 'bloom://wallet-connect/wc?uri={uri}' }],
]);
