import { isRecord } from '../../core/adapter/untrusted.js';
import { isBitcoinAddress } from '../../protocol/isBitcoinAddress.js';
import type { BitcoinAccount } from './BitcoinWallet.js';
import { BITCOIN, type BitcoinNetworkName, networksOf } from './bitcoinChains.js';

const MOST_ACCOUNTS = 100;

/** What the shapes say about an account, in their own words. */
interface Given {
  readonly address: string;
  readonly purpose: 'payment' | 'ordinal';
  readonly publicKey: string | undefined;
  readonly path: string | undefined;
  readonly chains: readonly string[];
  readonly own: unknown;
}

/**
 * Returns a wallet's accounts in one form: for each network the payment account, then the one for ordinals. A wallet with one
 * account has it as the payment account. Malformed accounts are skipped.
 *
 * @param current - The network that the accounts are for, if the wallet says it: an address of another one is malformed.
 */
export function readAccounts(given: unknown, current?: BitcoinNetworkName): readonly BitcoinAccount[] {
  if (!Array.isArray(given)) return [];
  const read = given.slice(0, MOST_ACCOUNTS).flatMap(one => readAccount(one, current) ?? []);
  const groups = new Map<string, Given[]>();
  for (const account of read) {
    const key = account.chains.join();
    groups.set(key, [...(groups.get(key) ?? []), account]);
  }
  return [...groups.values()].flatMap(pairOf);
}

function pairOf(accounts: readonly Given[]): readonly BitcoinAccount[] {
  const payment = accounts.find(({ purpose }) => purpose === 'payment') ?? accounts[0];
  const ordinal = accounts.find(one => one.purpose === 'ordinal' && one !== payment);
  const pair = [payment, ordinal].filter(one => one !== undefined);
  return pair.map(({ address, publicKey, path, chains, own }, index) => ({
    address,
    chains,
    own,
    details: {
      type: index === 0 ? 'payment' : 'ordinal',
      ...(publicKey ? { publicKey } : {}),
      ...(path ? { path } : {}),
    },
  }));
}

function readAccount(given: unknown, current: BitcoinNetworkName | undefined): Given | undefined {
  try {
    if (!isRecord(given)) return undefined;
    const { address, symbol } = given;
    // Some wallets list accounts of other chains as well.
    if (typeof address !== 'string' || !isBitcoinAddress(address)) return undefined;
    if (symbol !== undefined && symbol !== 'BTC') return undefined;
    const networks = networksOf(address);
    if (current && !networks.includes(current)) return undefined;
    const usable = current ? [current] : networks;
    return {
      address,
      purpose: purposeOf(given, address),
      publicKey: publicKeyOf(given.publicKey),
      path: textOf(given.derivationPath ?? given.path),
      chains: usable.map(name => BITCOIN[name]),
      own: given,
    };
  } catch {
    return undefined;
  }
}

/** Taproot addresses are for ordinals unless the wallet says otherwise. */
function purposeOf({ purpose }: Readonly<Record<string, unknown>>, address: string): Given['purpose'] {
  if (purpose === 'payment') return 'payment';
  if (purpose === 'ordinals' || purpose === 'ordinal') return 'ordinal';
  return /^(bc|tb|bcrt)1p/i.test(address) ? 'ordinal' : 'payment';
}

function publicKeyOf(key: unknown): string | undefined {
  if (typeof key === 'string') return /^(?:[0-9a-f]{2}){32,65}$/i.test(key) ? key.toLowerCase() : undefined;
  if (!ArrayBuffer.isView(key)) return undefined;
  const bytes = new Uint8Array(key.buffer, key.byteOffset, key.byteLength);
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('') || undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 100 ? value : undefined;
}
