import * as z from 'zod/mini';
import { dataField, evmAddressField, hexField, solanaAddressField, text } from './frameFields.js';
import { FRAME_LIMITS } from './frameLimits.js';
import { utf8Length } from './plainJson.js';
import { isRpcMethod, type RpcMethod } from './rpcPolicy.js';

const record = z.record(z.string(), z.unknown());
const few = <T extends z.core.$ZodType>(item: T) =>
  z.array(item).check(z.minLength(1), z.maxLength(FRAME_LIMITS.calls));
const solanaTransaction = text(4_096);

/** A transaction of `eth_sendTransaction`. An `authorizationList` (EIP-7702) is rejected. */
const transaction = z.strictObject({
  from: evmAddressField,
  to: z.nullish(evmAddressField),
  value: z.optional(hexField),
  data: z.optional(hexField),
  input: z.optional(hexField),
  gas: z.optional(hexField),
  gasLimit: z.optional(hexField),
  gasPrice: z.optional(hexField),
  maxFeePerGas: z.optional(hexField),
  maxPriorityFeePerGas: z.optional(hexField),
  nonce: z.optional(hexField),
  chainId: z.optional(hexField),
  type: z.optional(z.enum(['0x0', '0x1', '0x2'])),
  accessList: z.optional(z.array(record).check(z.maxLength(256))),
});

/** A call of `wallet_sendCalls` (EIP-5792). */
const call = z.strictObject({
  to: hexField,
  data: z.optional(hexField),
  value: z.optional(hexField),
  capabilities: z.optional(record),
});

const typedData = z.union([
  dataField.check(z.refine(value => utf8Length(value) <= FRAME_LIMITS.dataBytes)),
  record.check(z.refine(value => utf8Length(JSON.stringify(value)) <= FRAME_LIMITS.dataBytes)),
]);

/** Schemas of the methods' parameters; read-only methods accept any list. */
const schemas: { readonly [M in RpcMethod]?: z.ZodMiniType } = {
  // The account is the second parameter; some pages send it first, which wallets accept too.
  personal_sign: z.union([z.tuple([dataField, evmAddressField]), z.tuple([evmAddressField, dataField])]),
  eth_signTypedData_v4: z.tuple([evmAddressField, typedData]),
  eth_sendTransaction: z.tuple([transaction]),
  eth_sendRawTransaction: z.tuple([hexField]),
  eth_sendUserOperation: z.tuple([record, evmAddressField]),
  wallet_sendCalls: z.tuple([
    z.strictObject({
      version: z.optional(text(16)),
      id: z.optional(text(8_194)),
      from: z.optional(evmAddressField),
      chainId: z.optional(hexField),
      atomicRequired: z.optional(z.boolean()),
      calls: few(call),
      capabilities: z.optional(record),
    }),
  ]),
  // The wallet page checks the rest.
  wallet_grantPermissions: few(record),
  wallet_requestExecutionPermissions: few(record),
  wallet_revokePermissions: z.tuple([record]),
  wallet_revokeExecutionPermission: z.tuple([record]),
  wallet_getCapabilities: z.union([
    z.tuple([evmAddressField]),
    z.tuple([evmAddressField, z.array(hexField).check(z.maxLength(64))]),
  ]),
  wallet_getCallsStatus: z.tuple([text(8_194)]),
  wallet_showCallsStatus: z.tuple([text(8_194)]),
  wallet_getAssets: z.tuple([z.looseObject({ account: evmAddressField })]),
  solana_signMessage: z.strictObject({ message: dataField, pubkey: solanaAddressField }),
  solana_signTransaction: z.strictObject({ transaction: solanaTransaction, pubkey: solanaAddressField }),
  solana_signAllTransactions: z.strictObject({
    transactions: few(solanaTransaction),
    pubkey: solanaAddressField,
  }),
  solana_signAndSendTransaction: z.strictObject({
    transaction: solanaTransaction,
    pubkey: solanaAddressField,
    options: z.optional(record),
  }),
};

/**
 * The schema checker's message for a method's invalid parameters; undefined if they are valid. Solana's methods take an object:
 * `pubkey` (the signer) and `message` are base58, a transaction is base64.
 */
export function rpcParamsProblem(method: string, params: unknown): string | undefined {
  const schema = isRpcMethod(method) ? schemas[method] : undefined;
  const result = (schema ?? z.optional(z.union([z.array(z.unknown()), record]))).safeParse(params);
  return result.success ? undefined : result.error.issues[0]?.message;
}

/** The account that a request names as its signer; undefined: none. Requires parameters that passed `rpcParamsProblem`. */
export function rpcSigner(method: string, params: unknown): string | undefined {
  const [first, second] = Array.isArray(params) ? (params as readonly unknown[]) : [params];
  switch (method) {
    case 'personal_sign':
      return z.safeParse(evmAddressField, second).data ?? asText(first);
    case 'eth_signTypedData_v4':
      return asText(first);
    case 'eth_sendTransaction':
    case 'wallet_sendCalls':
    case 'wallet_requestExecutionPermissions':
      return fieldOf(first, 'from');
    case 'wallet_grantPermissions':
      return fieldOf(first, 'address');
    case 'eth_sendUserOperation':
      return fieldOf(first, 'sender');
    default:
      return method.startsWith('solana_') ? fieldOf(first, 'pubkey') : undefined;
  }
}

function fieldOf(value: unknown, name: string): string | undefined {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? asText((value as Record<string, unknown>)[name])
    : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
