import { cleanName, isRecord, safeIcon } from '../../core/adapter/untrusted.js';
import type { FoundWallet } from '../../core/adapter/wallets/AccountWallet.js';
import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import { leatherWallet } from '../shapes/leatherWallet.js';
import { satsConnectWallet } from '../shapes/satsConnectWallet.js';
import { tokenWallet } from '../shapes/tokenWallet.js';
import { unisatWallet } from '../shapes/unisatWallet.js';

/** Maximum number of entries in the registry; more than this is flooding. */
const LIMIT = 50;

/** Reads the wallets that the page's globals hold: the registry `btc_providers` (WBIP 004), then Unisat and OKX. */
export function readInjected(): readonly FoundWallet<BitcoinWallet>[] {
  const { btc_providers: registry } = window as { btc_providers?: unknown };
  const entries = Array.isArray(registry) ? registry.slice(0, LIMIT) : [];
  const registered = entries.flatMap(entry => readEntry(entry) ?? []);
  const unisat = at('unisat');
  const okx = at('okxwallet.bitcoin');
  return [
    ...registered,
    ...(unisat ? [found('Unisat Wallet', unisatWallet(unisat, { isOkx: false }))] : []),
    ...(okx ? [found('OKX Wallet', unisatWallet(okx, { isOkx: true }))] : []),
  ];
}

function readEntry(entry: unknown): FoundWallet<BitcoinWallet> | undefined {
  try {
    if (!isRecord(entry)) return undefined;
    const { id, name, icon } = entry;
    if (typeof id !== 'string' || typeof name !== 'string') return undefined;
    const provider = at(id);
    const cleaned = cleanName(name);
    if (!provider || !cleaned) return undefined;
    return { ...found(cleaned, shapeOf(id, provider)), icon: safeIcon(icon) };
  } catch {
    return undefined;
  }
}

/** The registry does not say which methods a wallet has. */
function shapeOf(id: string, provider: Readonly<Record<string, unknown>>): BitcoinWallet {
  if (/^LeatherProvider\b/.test(id) || provider.isLeather === true) return leatherWallet(provider);
  return typeof provider.request === 'function' ? satsConnectWallet(provider) : tokenWallet(provider);
}

function found(name: string, wallet: BitcoinWallet): FoundWallet<BitcoinWallet> {
  return { name, icon: undefined, chains: [], wallet };
}

/** Returns the object at a path of the page's globals, such as `XverseProviders.BitcoinProvider`. */
function at(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    let value: unknown = window;
    for (const name of path.slice(0, 200).split('.'))
      value = (value as Partial<Record<string, unknown>>)[name];
    return (typeof value === 'object' || typeof value === 'function') && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
