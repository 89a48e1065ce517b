import { base58 } from '@scure/base';
import { base64 } from '../../protocol/bytes.js';
import { putSignature } from './putSignature.js';

/** An account as Wallet Standard has it. */
export interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** CAIP-2. */
  readonly chains: readonly string[];
  readonly features: readonly string[];
}

/** What a wallet that is asked by JSON-RPC brings to its form of Wallet Standard. Each is read when it is needed. */
export interface StandardWalletParts {
  readonly name: string;
  /** CAIP-2 ids. */
  chains(): readonly string[];
  /** Methods, for example `solana_signMessage`, that it has: what it has not is no feature of the wallet. */
  methods(): readonly string[];
  accounts(): readonly Pick<StandardAccount, 'address' | 'chains'>[];
  /** `chain`: CAIP-2; undefined where the request is for none. Options of a transaction that is sent go as `options`. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    chain: string | undefined,
  ): Promise<unknown>;
  /** `silent`: without asking the visitor. */
  connect(silent: boolean): Promise<unknown>;
  disconnect(): Promise<void>;
  /** Hears that the accounts have changed; answers how to stop. */
  onChange(listener: () => void): () => void;
}

/** What the features are given, by Wallet Standard. */
interface Input {
  readonly account: StandardAccount;
  readonly message: Uint8Array;
  readonly transaction: Uint8Array;
  /** CAIP-2. */
  readonly chain: string;
  readonly options?: unknown;
}

type Ask = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  chain?: string,
) => Promise<Readonly<Record<string, unknown>>>;

/**
 * A Solana wallet that is asked by JSON-RPC, as a wallet of Wallet Standard.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
export function createStandardWallet(parts: StandardWalletParts) {
  const ask: Ask = async (method, params, chain) => {
    const answer = await parts.request(method, params, chain);
    if (typeof answer === 'object' && answer !== null) return answer as Readonly<Record<string, unknown>>;
    throw new TypeError(`The wallet answered nothing to ${method}.`);
  };
  const features = () => signing(parts.methods(), ask);
  const accounts = () => accountsOf(parts.accounts(), Object.keys(features()));
  const standing = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { readonly silent?: boolean } = {}) {
        if (silent || accounts().length === 0) await parts.connect(silent);
        return { accounts: accounts() };
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: () => parts.disconnect() },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: (change: { readonly accounts: readonly StandardAccount[] }) => void) {
        return event === 'change' ? parts.onChange(() => listener({ accounts: accounts() })) : () => {};
      },
    },
  };
  return {
    version: '1.0.0',
    name: parts.name,
    icon: '',
    get chains() {
      return parts.chains();
    },
    get features() {
      return { ...standing, ...features() };
    },
    get accounts() {
      return accounts();
    },
  };
}

function accountsOf(
  accounts: ReturnType<StandardWalletParts['accounts']>,
  features: readonly string[],
): readonly StandardAccount[] {
  return accounts.flatMap(({ address, chains }) => {
    try {
      return [{ address, publicKey: base58.decode(address), chains, features }];
    } catch {
      // What a wallet calls an account there is no address of Solana.
      return [];
    }
  });
}

/** The features that ask the wallet, as far as it has their methods. */
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
  const held = Object.entries(features).filter(([method]) => methods.includes(method));
  return Object.assign({}, ...held.map(([, feature]) => feature)) as Readonly<Record<string, unknown>>;
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
  const params = { message: base58.encode(message), pubkey: account.address };
  const { signature } = await ask('solana_signMessage', params);
  return { signedMessage: message, signature: base58.decode(text(signature)) };
}

async function signTransaction(ask: Ask, { account, transaction, chain }: Input) {
  const params = { transaction: base64.encode(transaction), pubkey: account.address };
  const answer = await ask('solana_signTransaction', params, chain);
  const signedTransaction =
    typeof answer.transaction === 'string'
      ? base64.decode(answer.transaction)
      : putSignature(transaction, account.publicKey, base58.decode(text(answer.signature)));
  return { signedTransaction };
}

async function signAndSend(ask: Ask, { account, transaction, chain, options }: Input) {
  const params = {
    transaction: base64.encode(transaction),
    pubkey: account.address,
    ...(options ? { options } : {}),
  };
  const { signature } = await ask('solana_signAndSendTransaction', params, chain);
  return { signature: base58.decode(text(signature)) };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('The wallet answered no signature.');
}
