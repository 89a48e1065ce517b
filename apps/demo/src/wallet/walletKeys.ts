import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit';
import { anvilAccounts } from 'latchkit/testing';
import { solanaAccounts } from 'latchkit/testing/solana';
import { hexToBytes } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** The keys of one account, one per namespace. */
export interface AccountKeys {
  readonly evm: PrivateKeyAccount;
  readonly solana: KeyPairSigner;
}

/** The wallet's accounts; at least one. */
export type WalletKeys = readonly [AccountKeys, ...AccountKeys[]];

/** Three accounts with the development chains' well-known keys. */
export async function walletKeys(): Promise<WalletKeys> {
  const accountOf = async (index: 0 | 1 | 2): Promise<AccountKeys> => ({
    evm: privateKeyToAccount(anvilAccounts[index]),
    solana: await createKeyPairSignerFromPrivateKeyBytes(hexToBytes(`0x${solanaAccounts[index]}`)),
  });
  return Promise.all([accountOf(0), accountOf(1), accountOf(2)]);
}

/** An account's address in a namespace. */
export function addressOf({ evm, solana }: AccountKeys, namespace: string): string {
  return namespace === 'solana' ? solana.address : evm.address;
}
