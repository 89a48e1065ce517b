import type { FakeSolanaWallet } from './createFakeSolanaWallet.js';
import { registerWallet } from './registerWallet.js';

/** The kinds of hostile or malformed wallets. */
export const HOSTILE_SOLANA_KINDS = [
  'scriptIcon',
  'foreignIcon',
  'hugeIcon',
  'hugeName',
  'bidiName',
  'markupName',
  'throwingName',
  'throwingChains',
  'throwingFeatures',
  'noFeatures',
  'wrongChains',
  'duplicateName',
  'nothing',
] as const;

export type HostileSolanaKind = (typeof HOSTILE_SOLANA_KINDS)[number];

/**
 * Registers a hostile Solana wallet (Wallet Standard). Scripts in it set `window.__hostile` when they run, and its
 * foreign icon is at `https://hostile.example`: tests check for both.
 *
 * @param like a wallet whose chains, icon and, for the duplicate, name are used.
 */
export function registerHostile(
  kind: HostileSolanaKind,
  like: Pick<FakeSolanaWallet, 'wallet'>,
  signal: AbortSignal,
): void {
  registerWallet(hostileWallet(kind, like), signal);
}

function hostileWallet(kind: HostileSolanaKind, { wallet }: Pick<FakeSolanaWallet, 'wallet'>): unknown {
  const fail = () => Promise.reject(new Error('impostor'));
  const features = {
    'standard:connect': { version: '1.0.0', connect: fail },
    'standard:events': { version: '1.0.0', on: () => () => {} },
    'solana:signMessage': { version: '1.0.0', signMessage: fail },
    'solana:signTransaction': { version: '1.0.0', signTransaction: fail },
  };
  const { icon, chains } = wallet;
  const own = { version: '1.0.0', name: `Hostile ${kind}`, icon, chains, features, accounts: [] };
  const trap = (name: string) =>
    Object.defineProperty({ ...own }, name, {
      enumerable: true,
      get() {
        throw new Error(`the getter of ${name} throws`);
      },
    });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.__hostile=1</script></svg>';
  switch (kind) {
    case 'scriptIcon':
      return { ...own, icon: `data:image/svg+xml;base64,${btoa(svg)}` };
    case 'foreignIcon':
      return { ...own, icon: 'https://hostile.example/icon.png' };
    case 'hugeIcon':
      return { ...own, icon: `data:image/png;base64,${'A'.repeat(4_000_000)}` };
    case 'hugeName':
      return { ...own, name: 'N'.repeat(1_000_000) };
    case 'bidiName':
      return { ...own, name: '\u202ekcilC\u2066\u200b\u0000 Bidi\u202c' };
    case 'markupName':
      return { ...own, name: '<img src=x onerror="window.__hostile=1">' };
    case 'throwingName':
      return trap('name');
    case 'throwingChains':
      return trap('chains');
    case 'throwingFeatures':
      return trap('features');
    case 'noFeatures':
      return { ...own, features: null };
    case 'wrongChains':
      return { ...own, chains: { length: 1e9 } };
    case 'duplicateName':
      return { ...own, name: wallet.name };
    case 'nothing':
      return undefined;
  }
}
