import { bytesToHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** Accounts of the keys that were asked for: a public key is costly to compute. */
const known = new WeakMap<Uint8Array, PrivateKeyAccount>();

/** The account of the deployment's key that signs the operations of permissions. */
export function cosignerOf(key: Uint8Array | undefined): PrivateKeyAccount | undefined {
  if (key === undefined) return undefined;
  const account = known.get(key) ?? privateKeyToAccount(bytesToHex(key));
  known.set(key, account);
  return account;
}
