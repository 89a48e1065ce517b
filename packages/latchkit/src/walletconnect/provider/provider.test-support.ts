import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import type { SessionNamespaces } from '../session/Namespaces.js';
import type { Reason } from '../session/Reason.js';
import type { AuthenticationRequest, SessionProposal, SessionRequest } from '../session/SignEvents.js';
import { createWalletClient, type RequestAnswer, type WalletClient } from '../wallet/createWalletClient.js';
import { createUniversalProvider } from './createUniversalProvider.js';
import type { UniversalProvider, UniversalProviderOptions } from './UniversalProvider.js';

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** What the test wallet does. */
export interface WalletScript {
  /** What it approves; a reason refuses. */
  approve: SessionNamespaces | Reason;
  answer(request: SessionRequest): RequestAnswer | undefined;
}

export interface ProviderWorld {
  readonly relay: TestRelay;
  readonly provider: UniversalProvider;
  readonly options: UniversalProviderOptions;
  readonly wallet: WalletClient;
  readonly script: WalletScript;
  readonly proposals: SessionProposal[];
  readonly authentications: AuthenticationRequest[];
  readonly requests: SessionRequest[];
  /** Lets the wallet scan every link that the provider shows. */
  scan(provider: UniversalProvider): void;
  end(): Promise<void>;
}

/** Approves one account on EVM chains. */
export function evmNamespaces(
  chains: readonly string[],
  methods: readonly string[] = ['personal_sign'],
): SessionNamespaces {
  return {
    eip155: {
      chains,
      accounts: chains.map(chain => `${chain}:${ADDRESS}`),
      methods,
      events: ['accountsChanged', 'chainChanged'],
    },
  };
}

/** A provider and a wallet over a real relay. */
export async function createProviderWorld(
  more: Partial<UniversalProviderOptions> = {},
): Promise<ProviderWorld> {
  const relay = await startRelay();
  const options: UniversalProviderOptions = { ...testOptions(relay.url, 'Page'), ...more };
  const provider = createUniversalProvider(options);
  const wallet = createWalletClient(testOptions(relay.url, 'Wallet'));
  const script: WalletScript = { approve: evmNamespaces(['eip155:1']), answer: () => ({ result: '0x01' }) };
  const [proposals, authentications, requests] = [[], [], []] as [
    SessionProposal[],
    AuthenticationRequest[],
    SessionRequest[],
  ];
  // Work of the wallet that is pending when the test ends is settled then.
  const leave = (promise: Promise<unknown> | undefined) => void promise?.catch(() => {});
  wallet.on('session_proposal', proposal => {
    proposals.push(proposal);
    const { approve } = script;
    if ('code' in approve) leave(wallet.reject(proposal.id, approve as Reason));
    else leave(wallet.approve({ id: proposal.id, namespaces: approve as SessionNamespaces }));
  });
  wallet.on('session_request', request => {
    requests.push(request);
    const answer = script.answer(request);
    if (answer) leave(wallet.respond(request.id, answer));
  });
  const scan = (one: UniversalProvider) => void one.on('display_uri', uri => leave(wallet.pair(uri)));
  scan(provider);
  return {
    ...{ relay, provider, options, wallet, script, proposals, authentications, requests, scan },
    async end() {
      provider.close();
      wallet.close();
      await relay.stop();
    },
  };
}
