import type { SignInAccount } from '../core/index.js';

/** Returns the account and network of a CAIP-10 id. */
export function toAccount(id: string): SignInAccount {
  const [namespace, reference, ...address] = id.split(':');
  return { chainId: `${namespace}:${reference}`, address: address.join(':') };
}
