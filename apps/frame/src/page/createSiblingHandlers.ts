import { digestOf, type SigningRequest } from '@latchkit/keyring';
import { frameError, PORTAL_PROJECT } from 'latchkit/protocol';
import type { Account } from '../account/Account.js';
import type { Vouching } from '../account/createVouching.js';
import type { HostHandlers } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';
import { reviewManage, reviewProvision } from '../review/messages/reviewSibling.js';
import { loginOf } from '../review/model/loginOf.js';
import type { ActiveAccounts } from '../smartAccount/createActiveAccounts.js';
import { keyReceiver, vouchedProvision } from '../windowChannel/windowMessages.js';
import type { AskInWindow } from './createWindowPrompt.js';

export interface SiblingHandlerOptions {
  readonly account: Pick<Account, 'restore'>;
  readonly accounts: Pick<ActiveAccounts, 'load' | 'on'>;
  readonly vouching: Vouching;
  readonly ask: AskInWindow;
  readonly state: HostState;
  readonly hostOrigin: string;
  readonly projectId: string;
  /** Origin of the wallet service, where the portal is. */
  readonly walletOrigin: string;
}

/** Creates the handlers with which this page and the wallet window open the wallet in each other's installation. */
export function createSiblingHandlers(options: SiblingHandlerOptions): HostHandlers {
  const { account, accounts, vouching, ask, state, hostOrigin, projectId, walletOrigin } = options;
  return {
    async CONNECT_SIBLING({ email }, { id, signal }) {
      const payload = { ...(await vouching.receiver()), projectId, hostOrigin };
      const review = reviewProvision(hostOrigin);
      return ask(
        { id, kind: 'provision', payload, review, login: email, account: '', signal },
        async ({ answer }, _, until) => {
          if (answer === undefined) throw frameError('REJECTED');
          await vouching.enter(vouchedProvision.parse(JSON.parse(answer)), until);
          return {};
        },
      );
    },
    async MANAGE_WALLET(_, { id, signal }) {
      const user = await account.restore();
      if (!user) throw frameError('NOT_CONNECTED');
      await accounts.load(user);
      // The EOA names the wallet, whichever account is active.
      const { evm } = user.wallet.addresses;
      const { address: shownAccount } = accounts.on(user, state.chainId);
      const review = reviewManage(walletOrigin);
      const asked = { payload: { hostOrigin }, review, login: loginOf(user), account: evm, shownAccount };
      return ask({ id, kind: 'manage', ...asked, signal }, async ({ answer, armedAt, decidedAt }, reply) => {
        // Without an answer, the user is logged in there already.
        if (answer === undefined) return {};
        const page = { projectId: PORTAL_PROJECT, hostOrigin: walletOrigin };
        const request: SigningRequest = {
          ...{ id, kind: 'provision', chainId: state.chainId, account: evm },
          payload: JSON.stringify({ ...keyReceiver.parse(JSON.parse(answer)), ...page }),
        };
        const provision = await vouching.vouch(request, {
          ...{ id, digest: await digestOf(request), origin: hostOrigin, surface: 'window' },
          ...{ armedAt, decidedAt },
        });
        reply({ lk: 1, type: 'PROVISION', id, provision });
        return {};
      });
    },
  };
}
