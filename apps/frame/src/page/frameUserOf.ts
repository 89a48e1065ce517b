import type { FrameUser } from 'latchkit/protocol';
import type { AccountUser } from '../account/createAccount.js';

/** The visitor's accounts, of plain keys all; that of the active network comes first. */
export function accountsOf({ wallet }: AccountUser, chainId: string): FrameUser['accounts'] {
  const { evm, solana } = wallet.addresses;
  const accounts: FrameUser['accounts'] = [
    { namespace: 'eip155', address: evm, type: 'eoa' },
    { namespace: 'solana', address: solana, type: 'eoa' },
  ];
  return chainId.startsWith('solana:') ? accounts.toReversed() : accounts;
}

/** The visitor, as the host is told [ENT-01]. */
export function frameUserOf(user: AccountUser, chainId: string): FrameUser {
  const accounts = accountsOf(user, chainId);
  return {
    email: user.email,
    address: accounts[0]?.address ?? '',
    chainId,
    accounts,
    authProvider: 'email',
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  };
}
