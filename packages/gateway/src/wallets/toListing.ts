import type { WalletListing } from 'latchkit/protocol';
import { CHAIN_IDS } from '../rpc/defaultUpstreams.js';
import type { RegistryWallet } from './RegistryWallet.js';

/** Genesis of Bitcoin mainnet and of the Polkadot relay chain, as CAIP-2 abbreviates them. */
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182';

/** The wallet as `GET /getWallets` shows it [ENT-15]. */
export function toListing(wallet: RegistryWallet, imageId: string): WalletListing {
  return {
    id: wallet.id,
    name: wallet.name,
    image_id: imageId,
    rdns: wallet.rdns ?? null,
    chains: chainsOf(wallet),
    wallet_connect: wallet.walletConnect ?? false,
    homepage: wallet.homepage,
    mobile_link: wallet.mobileLink ?? null,
    desktop_link: wallet.desktopLink ?? null,
    webapp_link: wallet.webappLink ?? null,
    chrome_store: link('https://chromewebstore.google.com/detail/', wallet.chrome),
    app_store: link('https://apps.apple.com/app/id', wallet.appStore),
    play_store: link('https://play.google.com/store/apps/details?id=', wallet.playStore),
    badge_type: badgeOf(wallet),
  };
}

/** Badge of a wallet whose announced name its maker controls. */
export const CERTIFIED = 'certified';

/** Domains under which strangers have pages of their own: a name under one says nothing about who holds it. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  'co.jp',
  'co.kr',
  'co.uk',
  'com.au',
  'com.br',
  'com.cn',
  'github.io',
  'gitlab.io',
  'js.org',
  'netlify.app',
  'pages.dev',
  'vercel.app',
  'web.app',
]);

/**
 * `certified`: the reverse-DNS name that the wallet announces (EIP-6963) is of the domain of its home page, or of the
 * domain that its maker had before, so that the name and the page have one owner. Both are public: anybody can compare
 * them. Else none. It says who a wallet is, not that it is good; and a page that announces a foreign name gets no badge by
 * it, since the badge belongs to the directory's entry.
 */
export function badgeOf({ rdns, homepage, formerDomain }: BadgeFacts): string | null {
  const page = new URL(homepage).hostname.split('.').slice(-2).join('.');
  const owned = [page, formerDomain].filter(domain => domain !== undefined && !SHARED_DOMAINS.has(domain));
  return rdns !== undefined && owned.some(domain => isUnder(rdns, domain)) ? CERTIFIED : null;
}

type BadgeFacts = Pick<RegistryWallet, 'rdns' | 'homepage' | 'formerDomain'>;

/** `com.example.wallet` is under `example.com`; `com.examples` is not. */
function isUnder(rdns: string, domain = ''): boolean {
  return `${rdns}.`.startsWith(`${domain.split('.').reverse().join('.')}.`);
}

/** Whether the wallet can be used on the chain. One that takes any EVM chain can add a chain that nobody lists. */
export function supportsChain(wallet: RegistryWallet, chainId: string): boolean {
  return (wallet.evm === 'any' && chainId.startsWith('eip155:')) || chainsOf(wallet).includes(chainId);
}

function chainsOf(wallet: RegistryWallet): string[] {
  const evm =
    wallet.evm === 'any'
      ? CHAIN_IDS.filter(id => id.startsWith('eip155:'))
      : (wallet.evm ?? []).map(id => `eip155:${id}`);
  return [
    ...evm,
    ...(wallet.solana ? CHAIN_IDS.filter(id => id.startsWith('solana:')) : []),
    ...(wallet.bitcoin ? [BITCOIN] : []),
    ...(wallet.polkadot ? [POLKADOT] : []),
  ];
}

function link(start: string, id: string | number | undefined): string | null {
  return id === undefined ? null : start + id;
}
