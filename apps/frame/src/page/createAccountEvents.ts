import type { FrameEvent } from 'latchkit/protocol';
import type { Account, AccountUser } from '../account/Account.js';
import type { HostState } from '../host/HostState.js';
import type { ActiveAccounts } from '../smartAccount/createActiveAccounts.js';

export interface AccountEventsOptions {
  readonly account: Pick<Account, 'user' | 'sessionId'>;
  readonly accounts: ActiveAccounts;
  readonly state: HostState;
  readonly tell: (event: FrameEvent) => void;
}

/** What the host is told of the user's accounts and network. */
export interface AccountEvents {
  /** Tells the host the accounts and session of the signed-in user, or that nobody is signed in. */
  changed(user: AccountUser | undefined): void;
  /** Tells the host a user's accounts once the chains with smart accounts are known. Never rejects. */
  tellAccounts(user: AccountUser | undefined): Promise<void>;
  /** Selects a network. */
  switchTo(chainId: string): void;
}

export function createAccountEvents({ account, accounts, state, tell }: AccountEventsOptions): AccountEvents {
  const sendAccounts = (user: AccountUser | undefined) =>
    tell({
      type: 'ACCOUNTS_CHANGED',
      payload: user
        ? { accounts: accounts.list(user, state.chainId), preferredAccountType: accounts.preferred(user) }
        : { accounts: [] },
    });
  const tellSession = (token: string | null) => tell({ type: 'SESSION_UPDATE', payload: { token } });
  const tellAccounts = async (user: AccountUser | undefined) => {
    if (!user || accounts.preferred(user) !== 'smartAccount') return sendAccounts(user);
    // GET_USER repeats it and returns the error.
    const isLoaded = await accounts.load(user).then(
      () => true,
      () => false,
    );
    if (isLoaded && account.user() === user) sendAccounts(user);
  };
  return {
    changed(user) {
      const told = tellAccounts(user);
      if (user)
        told.then(account.sessionId).then(
          id => tellSession(id ?? null),
          () => {},
        );
      else tellSession(null);
    },
    tellAccounts,
    switchTo(chainId) {
      if (state.chainId === chainId) return;
      const user = account.user();
      const addressNow = () => user && accounts.on(user, state.chainId).address;
      const before = addressNow();
      state.chainId = chainId;
      tell({ type: 'CHAIN_CHANGED', payload: { chainId } });
      // The chains are loaded, so the host has the address before the response.
      if (addressNow() !== before) sendAccounts(user);
    },
  };
}
