import {
  type EvmAccountType,
  frameError,
  setPreferredAccountCall,
  type setPreferredAccountRequest,
  smartAccountAddress,
} from 'latchkit/protocol';
import type { AccountParts, AccountUser } from '../account/Account.js';
import type { ChainReader } from '../chains/createChainReader.js';
import type { HostHandlers } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';
import type { ActiveAccounts } from '../smartAccount/createActiveAccounts.js';
import { isDeployed } from '../smartAccount/isDeployed.js';

export interface AccountChoiceOptions {
  readonly parts: AccountParts;
  readonly state: HostState;
  readonly accounts: ActiveAccounts;
  readonly reader: ChainReader;
  readonly signedIn: () => Promise<AccountUser>;
  /** Tells the host the accounts of the signed-in user. */
  readonly tellAccounts: () => void;
}

/** Creates the handlers for the choice between the EOA and the smart account. */
export function createAccountChoice({
  parts,
  state,
  accounts,
  reader,
  signedIn,
  tellAccounts,
}: AccountChoiceOptions): HostHandlers {
  const { walletService, withAccess, authState, pageChannel } = parts;
  const prefer = (type: EvmAccountType) => {
    const user = authState.user();
    if (user) authState.setUser({ ...user, preferredAccount: type, isAccountChosen: true });
  };
  pageChannel.listen(told => {
    if (told.type === 'ACCOUNT') prefer(told.preferred);
  });
  return {
    async GET_SMART_ACCOUNT_ENABLED_NETWORKS() {
      await signedIn();
      const chains = await accounts.chains();
      if (chains.length > 0) tellAccounts();
      return { smartAccountEnabledNetworks: chains.map(chainId => Number(chainId.slice('eip155:'.length))) };
    },
    async INIT_SMART_ACCOUNT() {
      const { wallet } = await signedIn();
      const chains = await accounts.chains();
      if (!chains.includes(state.chainId)) throw frameError('UNSUPPORTED_METHOD');
      const address = smartAccountAddress(wallet.addresses.owner);
      return { address, isDeployed: await isDeployed(reader, state.chainId, address) };
    },
    async SET_PREFERRED_ACCOUNT({ type }) {
      await signedIn();
      if (type === 'payment') throw frameError('UNSUPPORTED_METHOD');
      if (type === 'smartAccount' && (await accounts.chains()).length === 0) {
        throw frameError('UNSUPPORTED_METHOD');
      }
      await withAccess(access =>
        walletService.call<typeof setPreferredAccountRequest>(setPreferredAccountCall, {
          body: { type },
          access,
        }),
      );
      prefer(type);
      pageChannel.post({ type: 'ACCOUNT', preferred: type });
      return { type, address: accounts.addressOn(await signedIn(), state.chainId) };
    },
  };
}
