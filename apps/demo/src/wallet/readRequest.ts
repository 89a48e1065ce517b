import { getBase58Encoder, getBase64Encoder } from '@solana/kit';
import type { SessionRequest } from 'latchkit/walletconnect';
import { type Hex, hexToBytes, isAddress, isHex, stringToHex } from 'viem';

/** The action for Solana transactions: sign one, sign all, or sign and send one. */
export type SolanaAct = 'sign' | 'signAll' | 'send';

/** A supported request. `signer`: the address that the page names, if any. */
export type ReadRequest = { readonly signer: string | undefined } & (
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  | { readonly kind: 'typedData'; readonly data: TypedData }
  | { readonly kind: 'transaction'; readonly to: Hex | undefined; readonly value: bigint; readonly data: Hex }
  | { readonly kind: 'solanaMessage'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'solanaTransactions';
      readonly act: SolanaAct;
      /** In wire format. */
      readonly wires: readonly [Uint8Array, ...Uint8Array[]];
    }
);

/** EIP-712 data to sign. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Parses a page's request. Undefined if it is malformed or its method is not supported. */
export function readRequest({ method, params }: SessionRequest['request']): ReadRequest | undefined {
  try {
    return READERS[method]?.(params);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (params: unknown, index: number): unknown => (Array.isArray(params) ? params[index] : undefined);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Solana wallets differ: parameters are an object, or a list with one. */
const solanaFields = (params: unknown): Fields => {
  const fields = Array.isArray(params) ? params[0] : params;
  return isFields(fields) ? fields : {};
};
const wireOf = (value: unknown) =>
  typeof value === 'string' ? new Uint8Array(getBase64Encoder().encode(value)) : undefined;

function readMessage(params: unknown): ReadRequest | undefined {
  const [first, second] = [textOf(at(params, 0)), textOf(at(params, 1))];
  if (first === undefined) return undefined;
  // Older pages send the address first.
  const swapped = isAddress(first) && second !== undefined && !isAddress(second);
  const [message, signer] = swapped ? [second, first] : [first, second];
  return { kind: 'message', signer, bytes: hexToBytes(isHex(message) ? message : stringToHex(message)) };
}

function readTypedData(params: unknown): ReadRequest | undefined {
  const given = at(params, 1);
  const data: unknown = typeof given === 'string' ? JSON.parse(given) : given;
  if (!isFields(data) || !isFields(data.message) || !isFields(data.types)) return undefined;
  if (typeof data.primaryType !== 'string' || !Object.values(data.types).every(Array.isArray))
    return undefined;
  const domain = isFields(data.domain) ? data.domain : {};
  return {
    kind: 'typedData',
    signer: textOf(at(params, 0)),
    data: { ...data, domain } as unknown as TypedData,
  };
}

function readTransaction(params: unknown): ReadRequest | undefined {
  const given = at(params, 0);
  if (!isFields(given)) return undefined;
  const to = textOf(given.to);
  const data = given.data ?? given.input ?? '0x';
  if ((to !== undefined && !isAddress(to, { strict: false })) || !isHex(data)) return undefined;
  const value = BigInt(textOf(given.value) ?? 0);
  return { kind: 'transaction', signer: textOf(given.from), to: to as Hex | undefined, value, data };
}

function readSolanaMessage(params: unknown): ReadRequest | undefined {
  const { message, pubkey } = solanaFields(params);
  if (typeof message !== 'string') return undefined;
  const bytes = new Uint8Array(getBase58Encoder().encode(message));
  return { kind: 'solanaMessage', signer: textOf(pubkey), bytes };
}

function readSolanaTransactions(act: SolanaAct) {
  return (params: unknown): ReadRequest | undefined => {
    const { transaction, transactions, pubkey } = solanaFields(params);
    const given = act === 'signAll' ? transactions : [transaction];
    if (!Array.isArray(given)) return undefined;
    const [first, ...rest] = given.map(wireOf).filter(wire => wire !== undefined);
    if (!first || rest.length < given.length - 1) return undefined;
    return { kind: 'solanaTransactions', act, signer: textOf(pubkey), wires: [first, ...rest] };
  };
}

const READERS: Readonly<Record<string, (params: unknown) => ReadRequest | undefined>> = {
  personal_sign: readMessage,
  eth_signTypedData: readTypedData,
  eth_signTypedData_v4: readTypedData,
  eth_sendTransaction: readTransaction,
  solana_signMessage: readSolanaMessage,
  solana_signTransaction: readSolanaTransactions('sign'),
  solana_signAllTransactions: readSolanaTransactions('signAll'),
  solana_signAndSendTransaction: readSolanaTransactions('send'),
};

/** The methods that this wallet supports, on EVM and on Solana. */
export const METHODS = {
  eip155: Object.keys(READERS).filter(method => !method.startsWith('solana_')),
  solana: Object.keys(READERS).filter(method => method.startsWith('solana_')),
} as const;
