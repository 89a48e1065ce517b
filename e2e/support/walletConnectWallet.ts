import { memoryStorage } from 'latchkit';
import {
  type AuthenticationRequest,
  type AuthPayload,
  type Cacao,
  createWalletClient,
  formatAuthMessage,
  namespacesToApprove,
  payloadToSign,
  type RelaySocket,
  type SessionRequest,
  type WalletClient,
} from 'latchkit/walletconnect';
import WebSocket from 'ws';
import { chainRequest } from './chain.js';
import { ADDRESS, eventually } from './DemoPage.js';
import type { Stack } from './startStack.js';

export const PHONE = 'Pocket';
const CHAINS = ['eip155:31337', 'eip155:31338'];

/** A wallet on a visitor's phone: pairs over the relay of the stack, with an account of chain A. */
export interface PhoneWallet {
  readonly client: WalletClient;
  /** The received requests, in order. */
  readonly requests: readonly SessionRequest[];
  /** How the wallet decides on proposals. */
  answer: 'approve' | 'reject';
  /** Whether the wallet responds to requests immediately. */
  signs: boolean;
  /** Sign-in requests received with a proposal, in order. */
  readonly authentications: readonly AuthenticationRequest[];
  /** From now on, the wallet signs in while connecting, for all of its chains. */
  signsInAtOnce(): void;
  /** Responds to all pending requests, after waiting for the first one. */
  signAll(): Promise<void>;
  close(): void;
}

/** What the wallet answers for. */
export interface PhoneAccount {
  readonly address: string;
  /** Methods besides `personal_sign` and `eth_sendTransaction`. */
  readonly methods: readonly string[];
  /** Returns the result of a request. */
  answer(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** The chain's first account: Anvil signs with the keys of its accounts. */
const firstAccount = ({ chainA }: Stack): PhoneAccount => ({
  address: ADDRESS,
  methods: [],
  answer: (method, params) => chainRequest(chainA, method, [...params]),
});

/** Creates a wallet. The caller closes it. */
export function phoneWallet(stack: Stack, account: PhoneAccount = firstAccount(stack)): PhoneWallet {
  const client = createWalletClient({
    relayUrl: `${stack.gateway.replace(/^http/, 'ws')}/relay`,
    projectId: '0'.repeat(32),
    metadata: { name: PHONE, description: 'A wallet', url: 'https://pocket.example', icons: [] },
    storage: memoryStorage(),
    identityStorage: memoryStorage(),
    createSocket: url => new WebSocket(url) as RelaySocket,
  });
  const requests: SessionRequest[] = [];
  const authentications: AuthenticationRequest[] = [];
  const signedFor = async (asked: AuthPayload, chain: string): Promise<Cacao> => {
    const p = payloadToSign(asked, `${chain}:${account.address}`);
    const text = `0x${Buffer.from(formatAuthMessage(p)).toString('hex')}`;
    const signature = (await account.answer('personal_sign', [text, account.address])) as string;
    return { h: { t: 'caip122' }, p, s: { t: 'eip191', s: signature } };
  };
  const sign = async ({ id, request: { method, params } }: SessionRequest) => {
    const result = await account.answer(method, params as unknown[]);
    await client.respond(id, { result });
  };
  // Ignore errors of calls that were pending when the test ended; the page shows what the wallet did not do.
  const leave = (promise: Promise<unknown>) => void promise.catch(() => {});
  const wallet: PhoneWallet = {
    client,
    requests,
    authentications,
    signsInAtOnce() {
      client.on('session_authenticate', request => {
        authentications.push(request);
        const { id, authPayload } = request;
        const chains = authPayload.chains.filter(chain => CHAINS.includes(chain));
        const signing = Promise.all(chains.map(chain => signedFor(authPayload, chain)));
        leave(signing.then(auths => client.approveAuthentication(id, auths)));
      });
    },
    answer: 'approve',
    signs: true,
    async signAll() {
      await eventually(() => client.requests().length > 0, true);
      for (const request of client.requests()) await sign(request);
    },
    close: client.close,
  };
  client.on('session_proposal', proposal => {
    if (wallet.answer === 'reject') return leave(client.reject(proposal.id));
    const namespaces = namespacesToApprove(proposal, {
      eip155: {
        accounts: CHAINS.map(chain => `${chain}:${account.address}`),
        methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain', ...account.methods],
        events: ['accountsChanged', 'chainChanged'],
      },
    });
    leave(client.approve({ id: proposal.id, namespaces }));
  });
  client.on('session_request', request => {
    requests.push(request);
    if (wallet.signs) leave(sign(request));
  });
  return wallet;
}
