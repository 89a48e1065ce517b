import { frameError } from 'latchkit/protocol';
import { createAccount } from '../account/createAccount.js';
import { createAccountNames } from '../account/createAccountNames.js';
import { createVouching } from '../account/createVouching.js';
import type { Approvals, ApprovalsOptions } from '../approvals/Approvals.js';
import { inlineRule } from '../approvals/chooseSurface.js';
import { createApprovals } from '../approvals/createApprovals.js';
import { createChainReader } from '../chains/createChainReader.js';
import { createTokenList } from '../chains/createTokenList.js';
import type { HostHandlers } from '../host/HostHandlers.js';
import { loginOf } from '../review/model/loginOf.js';
import { networkOf } from '../review/model/networkOf.js';
import { createServiceClient } from '../services/createServiceClient.js';
import { createActiveAccounts } from '../smartAccount/createActiveAccounts.js';
import { createCallsStore } from '../smartAccount/createCallsStore.js';
import { createOperations } from '../smartAccount/createOperations.js';
import { createSocialLoginStore } from '../storage/createSocialLoginStore.js';
import type { Partition } from '../storage/openPartition.js';
import { createMailbox } from '../windowChannel/createMailbox.js';
import { createWorkerKeyring, type KeyringWorker } from '../worker/createWorkerKeyring.js';
import { createAccountChoice } from './createAccountChoice.js';
import { createAccountEvents } from './createAccountEvents.js';
import { createAccountHandlers } from './createAccountHandlers.js';
import { createFactorPrompt } from './createFactorPrompt.js';
import { createLoginAdder, type LoginAdder } from './createLoginAdder.js';
import { createLoginRemover, type LoginRemover } from './createLoginRemover.js';
import { createPassPrompt } from './createPassPrompt.js';
import { createRequestHandler } from './createRequestHandler.js';
import { createSiblingHandlers } from './createSiblingHandlers.js';
import { createWindowPrompt } from './createWindowPrompt.js';
import { frameUserOf } from './frameUserOf.js';
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
  const { account, ...created } = createAccount({
    ...{ walletService, vault: client(config.vault ?? url), installation, hostOrigin },
    openKeyring: () =>
      createWorkerKeyring(openWorker, { ...keyringStart(hostOrigin), gateway: config.gateway }),
    ...{ sessions: sessions(hostOrigin), logins: logins(hostOrigin), pageChannel, onOvertaken: abandon },
    socialLogins: createSocialLoginStore(() => self.localStorage, hostOrigin),
    walletOrigin: url,
    askPasskey: (question, context) => prompt.askPasskey(question, context),
    askPassword: (isWrong, context) => prompt.askPassword(isWrong, context),
    passHere: createPassPrompt({ self, hostOrigin, state, tell, walletService }),
    onSocialStep: (uri, step) => tell({ type: 'SOCIAL_STEP', payload: { uri, step } }),
    onVerified: (user, access) => accounts.prefetch(user, access),
    onChange: user => events.changed(user),
  });
  receiveSocialSecrets(self, account);
  const reader = createChainReader(walletService, account);
  const accounts = createActiveAccounts(walletService, account, state);
  const events = createAccountEvents({ account, accounts, state, tell });
  pageChannel.listen(told => {
    const isSameKind = told.type === 'CHAIN' && namespaceOf(told.chainId) === namespaceOf(state.chainId);
    if (isSameKind && account.user()) events.switchTo(told.chainId);
  });
  const mailbox = createMailbox(walletService, installation.signingKey);
  const { projectId } = params;
  const ask = createWindowPrompt({
    ...{ self, hostOrigin, state, tell, mailbox, projectId, networkOf: networkOf(config.networks) },
  });
  const prompt = createFactorPrompt(ask, installation);
  const operations = createOperations({
    ...{ walletService, withAccess: account.withAccess, reader },
    calls: createCallsStore(
      () => self.localStorage,
      () => self.navigator.locks,
      hostOrigin,
    ),
  });
  const ended = new AbortController();
  self.addEventListener('pagehide', () => ended.abort(), { once: true });
  const approvals = makeApprovals({
    ...{
      self,
      hostOrigin,
      state,
      tell,
      block,
      refusals,
      reader,
      operations,
      sign: account.sign,
      ended: ended.signal,
    },
    tokens: createTokenList(walletService, account),
    networkOf: networkOf(config.networks),
    gateway: config.gateway,
    nameOf: createAccountNames(walletService, account).of,
    mailbox,
    projectId,
    inline: inlineRule(config, hostOrigin, self.parent !== self.top),
    signer(chainId) {
      const user = account.user();
      if (!user) return undefined;
      const { owner, solana } = user.wallet.addresses;
      const { type, address } = accounts.on(user, chainId);
      const smartAccount = type === 'smartAccount' ? { owner } : undefined;
      return { login: loginOf(user), evm: address, solana, smartAccount };
    },
  });
  const signedIn = async () => {
    const user = await account.restore();
    if (!user) throw frameError('NOT_CONNECTED');
    return user;
  };
  const handlers: HostHandlers = {
    ...createAccountHandlers({
      ...{ account, approvals, state, switchTo: events.switchTo, signedIn },
      report: user => frameUserOf(user, state.chainId, accounts, reader),
    }),
    ...createAccountChoice({
      ...{ parts: created.parts, state, accounts, reader, signedIn },
      tellAccounts: () => events.tellAccounts(account.user()),
    }),
    ...createSiblingHandlers({
      ...{ account, accounts, ask, state, hostOrigin, projectId },
      vouching: createVouching(created),
      walletOrigin: url,
    }),
    ...createRequestHandler({ account, accounts, approvals, operations, reader }),
    SWITCH_NETWORK({ chainId }) {
      const isChange = state.chainId !== chainId;
      events.switchTo(chainId);
      if (isChange && account.user()) pageChannel.post({ type: 'CHAIN', chainId });
      return { chainId };
    },
  };
  return {
    handlers,
    loginAdder: createLoginAdder(account, approvals, state),
    loginRemover: createLoginRemover(account, approvals, state),
    accounts: (chainId = state.chainId) => {
      const user = account.user();
      return user ? [accounts.on(user, chainId).address, user.wallet.addresses.solana] : [];
    },
  };
}

const namespaceOf = (chainId: string) => chainId.split(':')[0];
