import { base58 } from '@scure/base';
import { base64 } from '../../protocol/bytes.js';
import type { StandardAccount } from './ProviderOf.js';

/** The parts of a JSON-RPC wallet that the Wallet Standard wrapper needs. Each is read when needed. */
export interface StandardWalletParts {
  readonly name: string;
  /** CAIP-2 ids. */
  chains(): readonly string[];
  /** The wallet's JSON-RPC methods, for example `solana_signMessage`; a missing method omits the feature. */
  methods(): readonly string[];
  accounts(): readonly Pick<StandardAccount, 'address' | 'chains'>[];
  /** `chain`: CAIP-2; undefined if the request is for no chain. Options of a transaction to send are passed as `options`. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    chain: string | undefined,
  ): Promise<unknown>;
  /** `silent`: without prompting the visitor. */
  connect(silent: boolean): Promise<unknown>;
  disconnect(): Promise<void>;
  /** Subscribes to account changes; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** Input of the features, as defined by Wallet Standard. */
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
 * Wraps a JSON-RPC Solana wallet as a Wallet Standard wallet.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana
 */
export function createStandardWallet(parts: StandardWalletParts) {
  const ask: Ask = async (method, params, chain) => {
    const answer = await parts.request(method, params, chain);
    if (typeof answer === 'object' && answer !== null) return answer as Readonly<Record<string, unknown>>;
    throw new TypeError(`The wallet returned no result for ${method}.`);
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
      // The wallet's account is not a valid Solana address.
      return [];
    }
  });
}

/** The signing features for which the wallet has a method. */
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

/** Wallet Standard accepts several inputs at once; the visitor is prompted for one after the other. */
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
  throw new TypeError('The wallet returned no signature.');
}

/** Length in bytes of an Ed25519 signature, and of a public key. */
const SIGNATURE = 64;

const KEY = 32;

/**
 * Inserts one signer's signature into a Solana transaction: some wallets return only the signature.
 *
 * @throws If the transaction is malformed, or `publicKey` is not one of its signers.
 * @see https://solana.com/docs/core/transactions
 */
function putSignature(transaction: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): Uint8Array {
  const signatures = readLength(transaction, 0);
  const message = signatures.end + signatures.length * SIGNATURE;
  // A versioned message starts with its version, marked by the highest bit.
  const header = message + ((transaction[message] ?? 0) & 0x80 ? 1 : 0);
  const signers = transaction[header] ?? 0;
  const keys = readLength(transaction, header + 3);
  for (let at = 0; at < Math.min(signers, signatures.length, keys.length); at++) {
    const from = keys.end + at * KEY;
    const key = transaction.subarray(from, from + KEY);
    if (key.length !== KEY || !key.every((byte, index) => byte === publicKey[index])) continue;
    if (signature.length !== SIGNATURE) throw new TypeError('The signature is not 64 bytes long.');
    const signed = Uint8Array.from(transaction);
    signed.set(signature, signatures.end + at * SIGNATURE);
    return signed;
  }
  throw new TypeError('The account is not a signer of the transaction.');
}

/** Decodes a length in Solana's compact-u16 format: seven bits per byte, lowest first. */
function readLength(bytes: Uint8Array, start: number): { readonly length: number; readonly end: number } {
  let length = 0;
  for (let at = 0; at < 3; at++) {
    const byte = bytes[start + at] ?? 0;
    length |= (byte & 0x7f) << (7 * at);
    if (byte < 0x80) return { length, end: start + at + 1 };
  }
  throw new TypeError('The transaction has an invalid length (compact-u16).');
}
