import { rpcPolicy } from 'latchkit/protocol';
import { createAccount } from '../account/createAccount.js';
import type { Approvals, ApprovalsOptions } from '../approvals/Approvals.js';
import { inlineRule } from '../approvals/chooseSurface.js';
import { createApprovals } from '../approvals/createApprovals.js';
import { answerRead } from '../chains/answerRead.js';
import { createChainReader } from '../chains/createChainReader.js';
import { createTokenList } from '../chains/createTokenList.js';
import type { HostHandlers } from '../host/HostHandlers.js';
import { networkOf } from '../review/model/networkOf.js';
import { createServiceClient } from '../services/createServiceClient.js';
import { createSocialLoginStore } from '../storage/createSocialLoginStore.js';
import type { Partition } from '../storage/openPartition.js';
import { createMailbox } from '../windowChannel/createMailbox.js';
import { createWorkerKeyring, type KeyringWorker } from '../worker/createWorkerKeyring.js';
import { createAccountHandlers } from './createAccountHandlers.js';
import { createLoginAdder, type LoginAdder } from './createLoginAdder.js';
import { createLoginRemover, type LoginRemover } from './createLoginRemover.js';
import { accountsOf, loginOf } from './frameUserOf.js';
import { receiveSocialSecrets } from './receiveSocialSecrets.js';
import type { WalletPart, WalletPartContext } from './WalletPart.js';

export interface WalletPartOptions {
  readonly openPartition: () => Promise<Partition>;
  /** Creates a Worker for the keyring. */
  readonly openWorker: () => KeyringWorker;
  /** Default: the user decides on this page and in the wallet window. */
  readonly makeApprovals?: (options: ApprovalsOptions) => Approvals;
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** The page part with an account. */
export interface AccountPart extends WalletPart {
  readonly loginAdder: LoginAdder;
  readonly loginRemover: LoginRemover;
}

/** Creates the page part with keys from what the browser stores for it. */
export async function createWalletPart(
  { self, hostOrigin, params, config, state, tell, block, abandon, refusals }: WalletPartContext,
  { openPartition, openWorker, fetch, makeApprovals = createApprovals }: WalletPartOptions,
): Promise<AccountPart> {
  const { installation, keyringStart, sessions, logins, pageChannel: pageChannelOf } = await openPartition();
  const pageChannel = pageChannelOf(hostOrigin);
  const client = (url: string) =>
    createServiceClient({ ...{ url, installation, hostOrigin, fetch }, projectId: params.projectId });
  const url = self.location.origin;
  const walletService = client(url);
  const account = createAccount({
    ...{ walletService, vault: client(config.vault ?? url), installation, hostOrigin },
    openKeyring: () => createWorkerKeyring(openWorker, keyringStart(hostOrigin)),
    ...{ sessions: sessions(hostOrigin), logins: logins(hostOrigin), pageChannel, onOvertaken: abandon },
    socialLogins: createSocialLoginStore(() => self.localStorage, hostOrigin),
    walletOrigin: url,
    onChange(user) {
      tell({ type: 'ACCOUNTS_CHANGED', payload: { accounts: user ? accountsOf(user) : [] } });
      const tellSession = (token: string | null) => tell({ type: 'SESSION_UPDATE', payload: { token } });
      if (user)
        account.sessionId().then(
          id => tellSession(id ?? null),
          () => {},
        );
      else tellSession(null);
    },
  });
  receiveSocialSecrets(self, account);
  const switchTo = (chainId: string) => {
    if (state.chainId === chainId) return;
    state.chainId = chainId;
    tell({ type: 'CHAIN_CHANGED', payload: { chainId } });
  };
  pageChannel.listen(told => {
    const isSameKind = told.type === 'CHAIN' && namespaceOf(told.chainId) === namespaceOf(state.chainId);
    if (isSameKind && account.user()) switchTo(told.chainId);
  });
  const addresses = () => account.user()?.wallet.addresses;
  const reader = createChainReader(walletService, account);
  const approvals = makeApprovals({
    ...{ self, hostOrigin, state, tell, block, refusals, reader, sign: account.sign },
    tokens: createTokenList(walletService, account),
    networkOf: networkOf(config.networks),
    mailbox: createMailbox({ url, client: () => walletService, fetch }),
    projectId: params.projectId,
    inline: inlineRule(config, hostOrigin, self.parent !== self.top),
    signer() {
      const user = account.user();
      return user && { login: loginOf(user), ...user.wallet.addresses };
    },
  });
  const handlers: HostHandlers = {
    ...createAccountHandlers({ account, approvals, state, switchTo }),
    SWITCH_NETWORK({ chainId }) {
      const isChange = state.chainId !== chainId;
      switchTo(chainId);
      if (isChange && account.user()) pageChannel.post({ type: 'CHAIN', chainId });
      return { chainId };
    },
    async RPC_REQUEST(payload, context) {
      await account.restore();
      if (rpcPolicy(payload.method, payload.chainNamespace) === 'approve')
        return approvals.request(payload, context);
      return answerRead({ reader, address: () => addresses()?.evm }, payload, context.signal);
    },
  };
  return {
    handlers,
    loginAdder: createLoginAdder(account, approvals, state),
    loginRemover: createLoginRemover(account, approvals, state),
    accounts: () => {
      const { evm, solana } = addresses() ?? {};
      return [evm, solana].filter(address => address !== undefined);
    },
  };
}

const namespaceOf = (chainId: string) => chainId.split(':')[0];
