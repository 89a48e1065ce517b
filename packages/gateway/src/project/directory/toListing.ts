import type { WalletListing } from 'latchkit/protocol';
import { CHAIN_IDS } from '../chains/defaultUpstreams.js';
import type { RegistryWallet } from './RegistryWallet.js';

/** CAIP-2 references of Bitcoin mainnet and the Polkadot relay chain, from their genesis hashes. */
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182';

/** Converts a wallet to the form of `GET /getWallets`. */
export function toListing(wallet: RegistryWallet, imageId: string | undefined): WalletListing {
  return {
    id: wallet.id,
    name: wallet.name,
    image_id: imageId ?? null,
    rdns: wallet.rdns ?? null,
    chains: chainsOf(wallet),
    wallet_connect: wallet.walletConnect ?? false,
    relay: wallet.relay ?? null,
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

/** Badge of a wallet whose vendor controls its announced name. */
export const CERTIFIED = 'certified';

/** Domains with pages of unrelated owners: a name under one doesn't identify its owner. */
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
 * Returns `certified` if the reverse-DNS name that the wallet announces (EIP-6963) belongs to the domain of its home page, or
 * to its vendor's former domain, so that name and page have the same owner; else null. The badge identifies the wallet; it
 * doesn't say that it is safe. A page that announces another wallet's name gets no badge, because badges belong to entries
 * of the directory.
 */
export function badgeOf({ rdns, homepage, formerDomain }: BadgeFacts): string | null {
  const page = new URL(homepage).hostname.split('.').slice(-2).join('.');
  const owned = [page, formerDomain].filter(domain => domain !== undefined && !SHARED_DOMAINS.has(domain));
  return rdns !== undefined && owned.some(domain => isUnder(rdns, domain)) ? CERTIFIED : null;
}

type BadgeFacts = Pick<RegistryWallet, 'rdns' | 'homepage' | 'formerDomain'>;

/** Whether a name is under a domain: `com.example.wallet` is under `example.com`; `com.examples` is not. */
function isUnder(rdns: string, domain = ''): boolean {
  return `${rdns}.`.startsWith(`${domain.split('.').reverse().join('.')}.`);
}

/** Whether the wallet supports the chain. A wallet that accepts any EVM chain supports unlisted chains too. */
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
