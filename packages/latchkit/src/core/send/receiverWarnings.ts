import type { ChainNamespace } from '../../protocol/caip.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import type { Latchkit } from '../Latchkit.js';

/** A warning about the receiver before sending. */
export type ReceiverWarning =
  /** The account itself. */
  | { readonly kind: 'self' }
  /** Another known address looks the same when shortened: attackers create such addresses to be copied by mistake. */
  | { readonly kind: 'lookAlike'; readonly similarTo: string }
  /** The first payment to this address from this browser. */
  | { readonly kind: 'firstTime' };

/**
 * Warns if the receiver in `state.send` is the account itself, looks like a known address, or is new. Known are the receivers of
 * earlier sends, and all accounts of the visitor's wallets.
 */
export function receiverWarnings(kit: Latchkit): readonly ReceiverWarning[] {
  const { send, activeNamespace, namespaces, connections } = kit.store.getState();
  const { receiverAddress } = send;
  if (!receiverAddress) return [];
  // Only EVM addresses are case-insensitive.
  const isEvm = activeNamespace === 'eip155';
  const form = (address: string) => (isEvm ? address.toLowerCase().replace(/^(?!0x)/, '0x') : address);
  const receiver = form(receiverAddress);
  const used = readReceivers(kit.kernel.storage, activeNamespace);
  const own = connections
    .filter(({ namespace }) => namespace === activeNamespace)
    .flatMap(({ accounts }) => accounts.map(({ address }) => address));
  const active = namespaces[activeNamespace]?.account.address;
  const known = [...used, ...own, ...(active ? [active] : [])];
  if (active && form(active) === receiver) return [{ kind: 'self' }];
  if (known.some(address => form(address) === receiver)) return [];
  const similarTo = known.find(address => looksLike(form(address), receiver));
  return [similarTo ? { kind: 'lookAlike', similarTo } : { kind: 'firstTime' }];
}

/** Whether two addresses look alike: equal first 4 and last 6 characters. */
function looksLike(one: string, other: string): boolean {
  return one.slice(0, 4) === other.slice(0, 4) && one.slice(-6) === other.slice(-6);
}

/** Addresses that the visitor sent to, by namespace, most recent first; the key includes the version. */
const KEY = 'latchkit.v1.receivers';

const KEPT = 50;

/** Addresses that the visitor has sent to. A corrupt record counts as absent. */
export function readReceivers(storage: Storage, namespace: ChainNamespace): readonly string[] {
  const list = readAll(storage)[namespace];
  return Array.isArray(list) ? list.filter(isShort).slice(0, KEPT) : [];
}

/** Stores a receiver, so that look-alike addresses can be detected. */
export function rememberReceiver(storage: Storage, namespace: ChainNamespace, address: string): void {
  // Cookies are small and are sent with every request of the page.
  if (storage.readableOnServer) return;
  const others = readReceivers(storage, namespace).filter(one => one !== address);
  const list = [address, ...others].slice(0, KEPT);
  storage.setItem(KEY, JSON.stringify({ ...readAll(storage), [namespace]: list }));
}

function readAll(storage: Storage): Readonly<Record<string, unknown>> {
  const value = storedRecord(storage, KEY);
  return isRecord(value) ? value : {};
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 128;
}
