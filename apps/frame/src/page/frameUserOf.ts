import type { FrameUser } from 'latchkit/protocol';
import type { AccountUser } from '../account/Account.js';
import { loginName } from '../review/model/loginName.js';
import { maskEmail } from '../review/model/maskEmail.js';
import { visibleText } from '../review/model/visibleText.js';

/** The user's accounts, all of plain keys. */
export function accountsOf({ wallet }: AccountUser): FrameUser['accounts'] {
  const { evm, solana } = wallet.addresses;
  return [
    { namespace: 'eip155', address: evm, type: 'eoa' },
    { namespace: 'solana', address: solana, type: 'eoa' },
  ];
}

/** The account's address on the active network; for unsupported namespaces, the EVM address. */
export function addressOn({ wallet }: AccountUser, chainId: string): string {
  const { evm, solana } = wallet.addresses;
  return chainId.startsWith('solana:') ? solana : evm;
}

/** The signed-in identity as the user recognises it: the provider and the name there, or the masked email address. */
export function loginOf({ email, provider, userName }: AccountUser): string {
  if (provider !== undefined) return loginName(provider, userName);
  return email === undefined ? '' : maskEmail(email);
}

/** The user as reported to the host. */
export function frameUserOf(user: AccountUser, chainId: string): FrameUser {
  return {
    email: user.email,
    address: addressOn(user, chainId),
    chainId,
    accounts: accountsOf(user),
    userName: user.userName && visibleText(user.userName),
    authProvider: user.provider ?? 'email',
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  };
}
