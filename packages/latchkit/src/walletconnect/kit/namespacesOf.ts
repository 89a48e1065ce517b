import { type ChainNamespace, isNamespace } from '../../protocol/caip.js';
import { chainOfAccount } from '../session/namespaceReads.js';
import type { Session } from '../session/Session.js';

/** Returns the namespaces in which a session has accounts. */
export function namespacesOf({ namespaces }: Session): readonly ChainNamespace[] {
  const accounts = Object.values(namespaces).flatMap(one => one.accounts);
  const kinds = accounts.map(account => chainOfAccount(account).split(':')[0]);
  return [...new Set(kinds)].filter(isNamespace);
}
