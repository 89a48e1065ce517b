import type { AuthPayload, Cacao } from './Cacao.js';
import { accountOfIssuer } from './formatAuthMessage.js';
import type { SessionNamespaces } from './Namespaces.js';
import { readGrant } from './recap.js';

/** Events of a session created by sign-in, whose messages name no events. */
const EVENTS = ['chainChanged', 'accountsChanged'] as const;

/**
 * Returns what a page may request after the wallet signed in with the connection: the methods of the signed recaps, on
 * the signed chains. Undefined if nothing was granted and the wallet only signed in.
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
