import { isRecord } from '../../core/adapter/untrusted.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import { addressesOn } from '../session/namespaceReads.js';
import type { Session } from '../session/Session.js';
import type { DappEvents } from '../session/SignEvents.js';
import { chooseChain } from './chooseChain.js';
import type { ProviderContext } from './ProviderContext.js';

export interface SessionFollower {
  isOurs(session: Session): boolean;
  /** A session was settled. */
  adopt(session: Session): void;
  /** The session ended, but not because of this page. */
  end(session: Session): void;
}

/** Turns session events into provider events. */
export function followSession(context: ProviderContext, { isOurs, adopt, end }: SessionFollower): void {
  const { client, events, teller } = context;
  const onEnd = ({ session }: { readonly session: Session }) => {
    if (isOurs(session)) end(session);
  };
  client.on('relay_status', status => events.emit('relay_status', status));
  client.on('session_connect', ({ session }) => adopt(session));
  client.on('session_delete', onEnd);
  client.on('session_expire', onEnd);
  client.on('session_update', ({ session }) => {
    if (isOurs(session)) teller.tell(session);
  });
  client.on('session_event', happened => {
    if (isOurs(happened.session)) onEvent(context, happened);
  });
}

/** Names of the events with the accounts in use. */
const ACCOUNT_EVENTS = ['accountsChanged', 'bip122_addressesChanged'];

function onEvent(context: ProviderContext, { session, chainId, event }: DappEvents['session_event']): void {
  const { events, teller } = context;
  const { name, data } = event;
  const namespace = chainId.slice(0, chainId.indexOf(':'));
  if (ACCOUNT_EVENTS.includes(name) && Array.isArray(data)) {
    // Wallets send addresses, CAIP-10 ids, or objects with an address. Ignore accounts that the session doesn't have.
    const texts = data.map(one => `${isRecord(one) ? one.address : one}`);
    const named = texts.map(one => one.slice(one.lastIndexOf(':') + 1));
    const approved = addressesOn(session.namespaces, chainId);
    const same = (one: string) => approved.find(other => other.toLowerCase() === one.toLowerCase());
    const addresses = [...new Set(named.map(same).filter(one => one !== undefined))];
    // Accounts that are not approved yet arrive with a session update.
    if (named.length === 0 || addresses.length > 0) teller.tellAccounts(namespace, addresses);
  } else if (name === 'chainChanged') {
    const target = chainOf(namespace, data);
    if (target !== undefined) chooseChain(context, target);
  } else events.emit('message', { chainId, name, data });
}

/** Reads the chain that a wallet reported: CAIP-2, or on EVM any form of its number. */
function chainOf(namespace: string, data: unknown): string | undefined {
  if (typeof data === 'string' && data.startsWith(`${namespace}:`)) return data;
  if (namespace !== 'eip155') return typeof data === 'string' ? `${namespace}:${data}` : undefined;
  const number = readEvmChainId(data);
  return number === undefined ? undefined : `eip155:${number}`;
}
