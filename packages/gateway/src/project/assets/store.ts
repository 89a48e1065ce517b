import { createHash } from 'node:crypto';
import type { ImageContent } from '../../platform/http/ImageContent.js';
import { currencySigns } from './currencySigns.js';
import { lettered, monogram } from './monogram.js';
import { networkAssets } from './networkAssets.js';
import { networkMarks } from './networkMarks.js';
import { onrampMarks } from './onrampMarks.js';
import { providerMarks } from './providerMarks.js';
import { tokenMarks } from './tokenMarks.js';

/** An image with its hash. */
export interface StoredImage extends ImageContent {
  /** It is a monogram in place of a wallet's logo. */
  readonly isLetter?: boolean;
  /** Start of the content's SHA-256. */
  readonly hash: string;
}

export interface ImageStore {
  wallet(id: string): StoredImage | undefined;
  /** Of a network by chain reference (`1`), CAIP-2 id (`eip155:1`) or slug (`ethereum`), or of a provider: `login:google`, `onramp:coinbase`. */
  asset(id: string): StoredImage | undefined;
  /** By symbol, in any case. A token without a logo has a monogram, so that lists show no broken images. */
  token(id: string): StoredImage | undefined;
  /** By ISO 4217 code, in any case. */
  currency(id: string): StoredImage | undefined;
}

/** The services that sell tokens, by id. */
const ONRAMPS = { coinbase: 'Coinbase', meld: 'Meld' };

/** Format of a token symbol: `USDC.e`, `st-ETH`, `USD₮0`. */
const SYMBOL = /^[\p{L}\p{N}\p{Sc}][\p{L}\p{N}\p{Sc}.+$_-]{0,19}$/u;

/**
 * Stores an image for every wallet, network and login provider. Reads files.
 *
 * @param walletLogos - By the wallet's id.
 */
export function imageStore(walletLogos: ReadonlyMap<string, Omit<StoredImage, 'hash'>>): ImageStore {
  const byWallet = new Map(
    [...walletLogos].map(([id, logo]) => [id, { ...hashed(logo), isLetter: logo.isLetter === true }]),
  );

  const assetImages = new Map<string, StoredImage>();
  for (const { chainId, slug, name, mark } of networkAssets) {
    const image = stored((mark && networkMarks[mark]) || monogram(chainId, name));
    const reference = chainId.slice(chainId.indexOf(':') + 1);
    for (const id of [reference, chainId, slug]) assetImages.set(id, image);
  }
  for (const [id, name] of Object.entries(ONRAMPS))
    assetImages.set(`onramp:${id}`, stored(onrampMarks[id] ?? monogram(id, name)));
  for (const [id, svg] of providerMarks()) assetImages.set(`login:${id}`, stored(svg));
  const byToken = byCode(tokenMarks, monogram);
  const byCurrency = byCode({}, (id, code) => lettered(id, currencySigns[code] ?? code));
  return {
    wallet: id => byWallet.get(id),
    asset: id => assetImages.get(id),
    token: id => (SYMBOL.test(id) ? byToken(id.toUpperCase()) : undefined),
    currency: id => (/^[A-Za-z]{3}$/.test(id) ? byCurrency(id.toUpperCase()) : undefined),
  };
}

/** Hashes logos once; creates monograms on request, because the number of codes is unlimited. */
function byCode(
  marks: Readonly<Record<string, string>>,
  draw: (id: string, code: string) => string,
): (code: string) => StoredImage {
  const logos = new Map(Object.entries(marks).map(([code, svg]) => [code, stored(svg)]));
  return code => logos.get(code) ?? stored(draw(code, code));
}

function stored(svg: string): StoredImage {
  return hashed({ type: 'image/svg+xml', content: svg });
}

function hashed({ type, content }: ImageContent): StoredImage {
  return { type, content, hash: createHash('sha256').update(content).digest('hex').slice(0, 16) };
}
