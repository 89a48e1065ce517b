import type { FrameUser } from 'latchkit/protocol';
import type { AccountUser } from '../account/Account.js';

/** The visitor's accounts, of plain keys all. */
export function accountsOf({ wallet }: AccountUser): FrameUser['accounts'] {
  const { evm, solana } = wallet.addresses;
  return [
    { namespace: 'eip155', address: evm, type: 'eoa' },
    { namespace: 'solana', address: solana, type: 'eoa' },
  ];
}

/** The address of the account on the active network; of a network of another kind, that on EVM networks. */
export function addressOn({ wallet }: AccountUser, chainId: string): string {
  const { evm, solana } = wallet.addresses;
  return chainId.startsWith('solana:') ? solana : evm;
}

/** The visitor, as the host is told [ENT-01]. */
export function frameUserOf(user: AccountUser, chainId: string): FrameUser {
  return {
    email: user.email,
    address: addressOn(user, chainId),
    chainId,
    accounts: accountsOf(user),
    authProvider: 'email',
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  };
}
