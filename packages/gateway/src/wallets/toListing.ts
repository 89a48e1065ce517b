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

/**
 * `certified`: the reverse-DNS name that the wallet announces (EIP-6963) is one of the domain of its home page, so that the
 * name and the page have one owner. Else none.
 */
export function badgeOf({ rdns, homepage }: RegistryWallet): string | null {
  const domain = new URL(homepage).hostname.split('.').slice(-2).reverse().join('.');
  return rdns !== undefined && `${rdns}.`.startsWith(`${domain}.`) ? CERTIFIED : null;
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
