import type { Latchkit } from '../Latchkit.js';
import { readReceivers } from './receiverRecord.js';

/** What a visitor should know of a receiver before sending. */
export type ReceiverWarning =
  /** The account itself. */
  | { readonly kind: 'self' }
  /** Another address that is shortened alike: attackers make such, to be copied by mistake. */
  | { readonly kind: 'lookAlike'; readonly similarTo: string }
  /** Nothing was sent to it from this browser yet. */
  | { readonly kind: 'firstTime' };

/**
 * Whether the receiver in `state.send` is the account itself, looks like an address that is known without being it, or is
 * new. Known are the receivers of earlier sends, and all accounts of the visitor's wallets.
 */
export function receiverWarnings(kit: Latchkit): readonly ReceiverWarning[] {
  const { send, activeNamespace, chains, connections } = kit.store.getState();
  const { receiverAddress } = send;
  if (!receiverAddress) return [];
  // Only addresses of EVM may be written in another case.
  const isEvm = activeNamespace === 'eip155';
  const form = (address: string) => (isEvm ? address.toLowerCase().replace(/^(?!0x)/, '0x') : address);
  const receiver = form(receiverAddress);
  const used = readReceivers(kit.kernel.storage, activeNamespace);
  const own = connections
    .filter(({ namespace }) => namespace === activeNamespace)
    .flatMap(({ accounts }) => accounts.map(({ address }) => address));
  const active = chains[activeNamespace]?.account.address;
  const known = [...used, ...own, ...(active ? [active] : [])];
  if (active && form(active) === receiver) return [{ kind: 'self' }];
  if (known.some(address => form(address) === receiver)) return [];
  const similarTo = known.find(address => looksLike(form(address), receiver));
  return [similarTo ? { kind: 'lookAlike', similarTo } : { kind: 'firstTime' }];
}

/** Whether two addresses are the same where people look: their first 4 and last 6 characters [LIM-05]. */
function looksLike(one: string, other: string): boolean {
  return one.slice(0, 4) === other.slice(0, 4) && one.slice(-6) === other.slice(-6);
}
