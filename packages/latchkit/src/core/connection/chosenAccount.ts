import type { ChainNamespace } from '../../protocol/caip.js';
import type { AdapterConnection } from '../adapter/ChainAdapter.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';

/** The account that the visitor chose in a wallet with several, by namespace and connector id. */
const KEY = 'latchkit.v1.accounts';

/** Number of wallets whose account is stored, most recent first. */
const LIMIT = 12;

/** Stores the account that the visitor chose in a wallet. */
export function writeAccount(
  storage: Storage,
  namespace: ChainNamespace,
  connectorId: string,
  address: string,
): void {
  const { [`${namespace}:${connectorId}`]: _, ...others } = read(storage);
  const entries = [...Object.entries(others), [`${namespace}:${connectorId}`, address]].slice(-LIMIT);
  storage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}

/** A restored connection with the chosen account first, if the wallet still has it. */
export function withChosenAccount(
  storage: Storage,
  namespace: ChainNamespace,
  connection: AdapterConnection,
): AdapterConnection {
  const chosen = read(storage)[`${namespace}:${connection.connectorId}`];
  const [first] = connection.accounts;
  if (typeof chosen !== 'string' || chosen === first || !connection.accounts.includes(chosen))
    return connection;
  return { ...connection, accounts: [chosen, ...connection.accounts.filter(one => one !== chosen)] };
}

function read(storage: Storage): Readonly<Record<string, unknown>> {
  const value = storedRecord(storage, KEY);
  return isRecord(value) ? value : {};
}
