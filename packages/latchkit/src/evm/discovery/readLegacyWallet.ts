import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { isProvider } from '../provider/isProvider.js';

// Specific flags first: many wallets also claim to be MetaMask.
const FLAGS: readonly (readonly [flag: string, name: string])[] = [
  ['isRabby', 'Rabby Wallet'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isTrust', 'Trust Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isPhantom', 'Phantom'],
  ['isRainbow', 'Rainbow'],
  ['isZerion', 'Zerion'],
  ['isTokenPocket', 'TokenPocket'],
  ['isImToken', 'imToken'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isUniswapWallet', 'Uniswap Wallet'],
  ['isExodus', 'Exodus'],
  ['isFrame', 'Frame'],
  ['isOpera', 'Opera Wallet'],
  ['isMathWallet', 'MathWallet'],
  ['isMetaMask', 'MetaMask'],
];

/** A wallet injected in the way used before EIP-6963. */
export interface LegacyWallet {
  readonly name: string;
  readonly provider: Eip1193Provider;
}

/** Reads the wallet at `window.ethereum` and names it by its known flags. */
export function readLegacyWallet(): LegacyWallet | undefined {
  try {
    const provider = (window as { ethereum?: unknown }).ethereum;
    if (!isProvider(provider)) return undefined;
    const flags = provider as unknown as Record<string, unknown>;
    const known = FLAGS.find(([flag]) => flags[flag] === true);
    return { provider, name: known?.[1] ?? 'Browser wallet' };
  } catch {
    return undefined;
  }
}
