import { isRecord } from '../../core/adapter/untrusted.js';
import { approvedChains } from '../session/namespaceReads.js';
import type { Session } from '../session/Session.js';
import { hexChainId } from './hexChainId.js';

/** Capabilities that wallets declare in a session (EIP-5792 and the ERCs that extend it). */
const NAMES = ['atomic', 'paymasterService', 'auxiliaryFunds', 'flow-control', 'sessionKeys'];

type Properties = Readonly<Record<string, unknown>>;

/**
 * What a wallet said in its session that it can do for an account, by hexadecimal chain id (EIP-5792); undefined if it said
 * nothing. Wallets say it for the session, for a chain, or for an account on a chain; the narrower counts. Capabilities are
 * JSON texts; what cannot be read is as if it were not there.
 *
 * @param chainIds - Hexadecimal ids to include. Default: all approved EVM chains.
 */
export function sessionCapabilities(
  session: Pick<Session, 'namespaces' | 'sessionProperties' | 'scopedProperties'>,
  address: string,
  chainIds?: readonly string[],
): Readonly<Record<string, Properties>> | undefined {
  const { sessionProperties: all = {}, scopedProperties: scoped = {} } = session;
  const listed = parsed(all.capabilities);
  const found: Record<string, Properties> = {};
  for (const chain of approvedChains(session.namespaces)) {
    if (!chain.startsWith('eip155:')) continue;
    const id = hexChainId(chain);
    if (chainIds && !chainIds.some(one => Number(one) === Number(id))) continue;
    const [ofAll, ofChain] = [record(scoped.eip155), record(scoped[chain])];
    const account = (of: Properties) => record(ofAccount(of, `${chain}:${address}`));
    const capabilities = {
      ...read(all),
      ...record(record(ofAccount(listed, address))[id] ?? listed[id]),
      ...read(ofAll),
      ...read(ofChain),
      ...read(account(ofChain)),
    };
    if (Object.keys(capabilities).length > 0) found[id] = capabilities;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** The known capabilities of a record. */
function read(properties: Properties): Properties {
  const entries = NAMES.map(name => [name, parsed(properties[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => Object.keys(value).length > 0));
}

/** A record, or one in a JSON text; empty if it is neither. */
function parsed(value: unknown): Properties {
  if (typeof value !== 'string') return record(value);
  try {
    return record(JSON.parse(value));
  } catch {
    return {};
  }
}

function record(value: unknown): Properties {
  return isRecord(value) ? value : {};
}

/** The entry of an account, whose address may be written with other capitals. */
function ofAccount(properties: Properties, account: string): unknown {
  const wanted = account.toLowerCase();
  return Object.entries(properties).find(([key]) => key.toLowerCase() === wanted)?.[1];
}
