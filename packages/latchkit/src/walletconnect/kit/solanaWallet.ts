import type { WalletConnectClient, WalletConnectHost } from '../../core/contracts/WalletConnect.js';
import { base58 } from '../crypto/base58.js';
import { base58Decode } from '../crypto/base58Decode.js';
import { base64 } from '../crypto/base64.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import { chainOfAccount, namespaceOfChain } from '../session/namespaceReads.js';
import { putSignature } from './putSignature.js';

interface Account {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly string[];
  readonly features: readonly string[];
}

/** What the features are given, by Wallet Standard. */
interface Input {
  readonly account: Account;
  readonly message: Uint8Array;
  readonly transaction: Uint8Array;
  /** CAIP-2. */
  readonly chain: string;
  readonly options?: unknown;
}

type Ask = (method: string, params: unknown, chain: string) => Promise<Readonly<Record<string, unknown>>>;

/**
 * The session's Solana part as a wallet of Wallet Standard. What the wallet did not approve is no feature of it.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
export function solanaWallet(
  provider: UniversalProvider,
  client: Pick<WalletConnectClient, 'connect' | 'restore' | 'disconnect'>,
  { networks, signal }: WalletConnectHost,
) {
  const approved = () => methodsOf(provider);
  const accounts = () => accountsOf(provider, Object.keys(signing(approved(), ask)));
  const ask: Ask = async (method, params, chain) => {
    const answer = await provider.request({ method, params }, chain);
    if (typeof answer === 'object' && answer !== null) return answer as Readonly<Record<string, unknown>>;
    throw new TypeError(`The wallet answered nothing to ${method}.`);
  };
  const standing = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent }: { readonly silent?: boolean } = {}) {
        if (silent) await client.restore('solana');
        else if (accounts().length === 0) await client.connect('solana', { signal });
        return { accounts: accounts() };
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: client.disconnect },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: (change: { readonly accounts: readonly Account[] }) => void) {
        if (event !== 'change') return () => {};
        const tell = () => listener({ accounts: accounts() });
        const stops = [
          provider.on('accountsChanged', ({ namespace }) => namespace === 'solana' && tell()),
          provider.on('disconnect', tell),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    },
  };
  return {
    version: '1.0.0',
    name: 'WalletConnect',
    icon: '',
    get chains() {
      return networks()
        .map(({ caipNetworkId }) => caipNetworkId)
        .filter(id => id.startsWith('solana:'));
    },
    get features() {
      return { ...standing, ...signing(approved(), ask) };
    },
    get accounts() {
      return accounts();
    },
  };
}

function methodsOf({ session }: UniversalProvider): readonly string[] {
  const chain = Object.values(session?.namespaces ?? {})
    .flatMap(({ accounts }) => accounts)
    .find(account => account.startsWith('solana:'));
  return (session && chain && namespaceOfChain(session.namespaces, chainOfAccount(chain))?.methods) || [];
}

/** One account for each address, with the chains that it was approved for. */
function accountsOf({ session }: UniversalProvider, features: readonly string[]): readonly Account[] {
  const chains = new Map<string, string[]>();
  for (const account of Object.values(session?.namespaces ?? {}).flatMap(one => one.accounts)) {
    if (!account.startsWith('solana:')) continue;
    const chain = chainOfAccount(account);
    const address = account.slice(chain.length + 1);
    chains.set(address, [...(chains.get(address) ?? []), chain]);
  }
  return [...chains].flatMap(([address, approved]) => {
    try {
      return [{ address, publicKey: base58Decode(address), chains: approved, features }];
    } catch {
      // What a wallet calls an account there is no address of Solana.
      return [];
    }
  });
}

/** The features that ask the wallet, as far as it approved their methods. */
function signing(methods: readonly string[], ask: Ask) {
  const features = {
    solana_signMessage: {
      'solana:signMessage': { version: '1.1.0', signMessage: each(one => signMessage(ask, one)) },
    },
    solana_signTransaction: {
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: each(one => signTransaction(ask, one)),
      },
    },
    solana_signAndSendTransaction: {
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: each(one => signAndSend(ask, one)),
      },
    },
  };
  const approved = Object.entries(features).filter(([method]) => methods.includes(method));
  return Object.assign({}, ...approved.map(([, feature]) => feature)) as Readonly<Record<string, unknown>>;
}

/** Wallet Standard asks for several at once; the visitor is asked for one after the other. */
function each<T>(answer: (input: Input) => Promise<T>) {
  return async (...inputs: readonly Input[]): Promise<readonly T[]> => {
    const outputs: T[] = [];
    for (const input of inputs) outputs.push(await answer(input));
    return outputs;
  };
}

async function signMessage(ask: Ask, { account, message }: Input) {
  const params = { message: base58(message), pubkey: account.address };
  const { signature } = await ask('solana_signMessage', params, account.chains[0] ?? '');
  return { signedMessage: message, signature: base58Decode(text(signature)) };
}

async function signTransaction(ask: Ask, { account, transaction, chain }: Input) {
  const params = { transaction: base64.encode(transaction), pubkey: account.address };
  const answer = await ask('solana_signTransaction', params, chain);
  const signedTransaction =
    typeof answer.transaction === 'string'
      ? base64.decode(answer.transaction)
      : putSignature(transaction, account.publicKey, base58Decode(text(answer.signature)));
  return { signedTransaction };
}

async function signAndSend(ask: Ask, { account, transaction, chain, options }: Input) {
  const params = {
    transaction: base64.encode(transaction),
    pubkey: account.address,
    ...(options ? { sendOptions: options } : {}),
  };
  const { signature } = await ask('solana_signAndSendTransaction', params, chain);
  return { signature: base58Decode(text(signature)) };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('The wallet answered no signature.');
}
