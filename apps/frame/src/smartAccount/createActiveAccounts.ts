import {
  type EvmAccountType,
  type FrameUser,
  listSmartAccountChainsCall,
  type listSmartAccountChainsRequest,
  smartAccountAddress,
  type WalletUser,
} from 'latchkit/protocol';
import type { Account, AccountUser } from '../account/Account.js';
import type { ServiceClient } from '../services/createServiceClient.js';

/** The EVM account that signs on a chain. */
export interface ActiveAccount {
  readonly type: EvmAccountType;
  readonly address: string;
}

/** Which of the user's accounts is active on each chain. */
export interface ActiveAccounts {
  /**
   * The CAIP-2 ids of the chains with smart accounts, requested once.
   *
   * @throws frameError NOT_CONNECTED; INTERNAL, TIMEOUT The wallet service does not respond.
   */
  chains(): Promise<readonly string[]>;
  /** The user's choice; before it the host's preference, or the wallet's. */
  preferred(user: WalletUser): EvmAccountType;
  /** Loads the chains with the access token of a login whose wallet is not open yet, if the user's account depends on them. */
  prefetch(user: WalletUser, access: string): void;
  /** Loads the chains if the user's account depends on them. @throws as {@link ActiveAccounts.chains} */
  load(user: AccountUser): Promise<void>;
  /** The smart account if it is preferred and the chain has it, otherwise the EOA. */
  on(user: AccountUser, chainId: string): ActiveAccount;
  /** The address on a chain; for unsupported namespaces, the EVM address. */
  addressOn(user: AccountUser, chainId: string): string;
  /** The user's accounts, those that are active with `chainId` first. The smart account is listed once a chain has it. */
  list(user: AccountUser, chainId: string): FrameUser['accounts'];
}

export function createActiveAccounts(
  walletService: ServiceClient,
  { withAccess }: Pick<Account, 'withAccess'>,
  /** What the host prefers. */
  state: { readonly accountType: EvmAccountType | undefined },
): ActiveAccounts {
  const preferred: ActiveAccounts['preferred'] = ({ preferredAccount, isAccountChosen = true }) =>
    isAccountChosen ? preferredAccount : (state.accountType ?? preferredAccount);
  let loading: Promise<readonly string[]> | undefined;
  let enabled: readonly string[] = [];
  const request = (access: string) =>
    walletService.call<typeof listSmartAccountChainsRequest>(listSmartAccountChainsCall, { access });
  const chains = (use: Account['withAccess'] = withAccess) => {
    loading ??= use(request).then(
      answer => {
        enabled = answer.chains;
        return enabled;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const on: ActiveAccounts['on'] = (user, chainId) => {
    const { wallet } = user;
    // With Solana, it is the account of the EVM chains that have both.
    const isEnabled = chainId.startsWith('eip155:') ? enabled.includes(chainId) : enabled.length > 0;
    return preferred(user) === 'smartAccount' && isEnabled
      ? { type: 'smartAccount', address: smartAccountAddress(wallet.addresses.owner) }
      : { type: 'eoa', address: wallet.addresses.evm };
  };
  return {
    chains: () => chains(),
    preferred,
    prefetch(user, access) {
      // If it fails, `load` repeats it.
      if (preferred(user) === 'smartAccount') chains(request => request(access)).catch(() => {});
    },
    async load(user) {
      if (preferred(user) === 'smartAccount') await chains();
    },
    on,
    addressOn: (user, chainId) =>
      chainId.startsWith('solana:') ? user.wallet.addresses.solana : on(user, chainId).address,
    list(user, chainId) {
      const { evm, owner, solana } = user.wallet.addresses;
      const accounts = [
        { namespace: 'eip155', address: evm, type: 'eoa' as const },
        ...(enabled.length === 0
          ? []
          : [
              {
                namespace: 'eip155',
                address: smartAccountAddress(owner),
                type: 'smartAccount' as const,
              },
            ]),
      ];
      const { type } = on(user, chainId);
      return [
        ...accounts.filter(one => one.type === type),
        ...accounts.filter(one => one.type !== type),
        { namespace: 'solana', address: solana, type: 'eoa' },
      ];
    },
  };
}
