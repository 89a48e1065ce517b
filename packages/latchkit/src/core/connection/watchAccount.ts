import type { ChainNamespace } from '../../protocol/caip.js';
import type { Latchkit } from '../Latchkit.js';
import { type AccountInfo, getAccount, type ReadOptions } from './account.js';

/**
 * Calls `listener` with each change of the account of a namespace, and with the account before it. Returns the function that stops it.
 *
 * @example
 * const stop = watchAccount(kit, ({ status, address }) => console.log(status, address));
 */
export function watchAccount<Namespace extends ChainNamespace = ChainNamespace>(
  kit: Latchkit,
  listener: (account: AccountInfo<Namespace>, before: AccountInfo<Namespace>) => void,
  options: ReadOptions<Namespace> = {},
): () => void {
  let known = getAccount(kit, options);
  return kit.store.subscribe(() => {
    const before = known;
    known = getAccount(kit, options);
    if (known !== before) listener(known, before);
  });
}
