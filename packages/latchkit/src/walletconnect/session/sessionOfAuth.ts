import type { AuthPayload, Cacao } from './Cacao.js';
import { accountOfIssuer } from './formatAuthMessage.js';
import type { SessionNamespaces } from './Namespaces.js';
import { readGrant } from './recap.js';

/** The events that a session made by signing in carries: no message of that way names any. */
const EVENTS = ['chainChanged', 'accountsChanged'] as const;

/**
 * What a page may ask for after the wallet signed in with the connection: the methods of the signed recaps, on the chains
 * that were signed for. Undefined when nothing was granted: then signing in was all.
 */
export function sessionOfAuth(auths: readonly Cacao[], asked: AuthPayload): SessionNamespaces | undefined {
  const methods = new Set<string>();
  const chains = new Set<string>();
  const accounts = new Set<string>();
  for (const { p } of auths) {
    const grant = readGrant(p.resources);
    const { chainId, address } = accountOfIssuer(p.iss);
    for (const method of grant?.methods ?? []) methods.add(method);
    const granted = [chainId, ...(grant?.chains ?? [])].filter(chain => asked.chains.includes(chain));
    for (const chain of granted) {
      chains.add(chain);
      accounts.add(`${chain}:${address}`);
    }
  }
  if (methods.size === 0 || accounts.size === 0) return undefined;
  return { eip155: { chains: [...chains], accounts: [...accounts], methods: [...methods], events: EVENTS } };
}
