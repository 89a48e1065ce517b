import type { FrameUser } from 'latchkit/protocol';
import type { AccountUser } from '../account/Account.js';
import type { ChainReader } from '../chains/createChainReader.js';
import { visibleText } from '../review/model/visibleText.js';
import type { ActiveAccounts } from '../smartAccount/createActiveAccounts.js';
import { isDeployed } from '../smartAccount/isDeployed.js';

/** The user as reported to the host. @throws as `ActiveAccounts.chains` */
export async function frameUserOf(
  user: AccountUser,
  chainId: string,
  accounts: ActiveAccounts,
  reader: ChainReader,
): Promise<FrameUser> {
  await accounts.load(user);
  const { type, address } = accounts.on(user, chainId);
  const hasContract = type === 'smartAccount' && chainId.startsWith('eip155:');
  return {
    email: user.email,
    address: accounts.addressOn(user, chainId),
    chainId,
    accounts: accounts.list(user, chainId),
    userName: user.userName && visibleText(user.userName),
    authProvider: user.provider ?? 'email',
    preferredAccountType: accounts.preferred(user),
    // An unreachable chain must not prevent the login.
    smartAccountDeployed: hasContract && (await isDeployed(reader, chainId, address).catch(() => false)),
  };
}
