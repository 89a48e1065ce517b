import type { SigningRequest } from '@latchkit/keyring';
import {
  type AccountCall,
  type BaseError,
  encodeAccountCalls,
  failedOperation,
  frameError,
  isError,
  operationProblem,
  type PaymasterAnswer,
  type RegisteredFunctions,
  RpcRefusal,
  type SignableOperation,
  SMART_ACCOUNT_V1,
  type SubmitUserOperationOptions,
  sentUserOperation,
  smartAccountFactoryData,
  submitUserOperation,
  type UserOperation,
  type UserOperationDraft,
  type UserOperationOutcome,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { accountShape } from '../smartAccount/accountShape.js';
import type { SentCallsRecord } from '../smartAccount/createCallsStore.js';
import type { HostPaymaster, Operations } from '../smartAccount/createOperations.js';
import { isDeployed } from '../smartAccount/isDeployed.js';
import type { Line } from '../texts/createTexts.js';
import { withMargin } from './estimateCall.js';
import type { PrepareContext } from './Prepared.js';
import { readFees } from './readFees.js';

/** Seconds in which an approved operation can reach the chain: longer than an approval may take. */
const VALIDITY = 900;

/** A well-formed signature with which bundlers estimate gas: 12 bytes of times, then r, s and v. */
const STUB_SIGNATURE = `0x${'00'.repeat(12)}${'ec'.repeat(32)}${'1c'.repeat(32)}1b`;

/** Limits for calls that the bundler can't estimate, because they would fail now. */
const UNKNOWN_LIMITS = {
  callGasLimit: 500_000n,
  verificationGasLimit: 700_000n,
  preVerificationGas: 100_000n,
};

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i));
const estimate = z.object({
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
  paymasterVerificationGasLimit: z.nullish(quantity),
  paymasterPostOpGasLimit: z.nullish(quantity),
});
const blockHead = z.object({ number: quantity, timestamp: quantity });

/** The context in which a user operation is prepared. */
export interface OperationContext extends Pick<PrepareContext, 'id' | 'reader' | 'signal'> {
  readonly operations: Pick<Operations, 'servers' | 'askPaymaster' | 'idle'> &
    Partial<Pick<Operations, 'refuses' | 'lowLimits'>>;
  readonly payload: Pick<PrepareContext['payload'], 'chainId'>;
  readonly signer: Pick<PrepareContext['signer'], 'evm' | 'smartAccount'>;
}

/** A user operation ready for approval. */
export interface PreparedOperation {
  readonly signing: SigningRequest;
  readonly warnings: readonly Line[];
  /**
   * Sends the signed operation once. `record` stores it before, so that it is found after a reload.
   *
   * @throws frameError OPERATION_REFUSED The bundler refused it; FROZEN and the other refusals of the wallet service.
   */
  send(signature: string, record: (sent: NonNullable<SentCallsRecord['operation']>) => void): Promise<void>;
  /**
   * The error of an operation that was sent and did not do what it was to do: OPERATION_FAILED, with the reason. If its limit of gas was
   * too low, the same calls get a higher one the next time.
   */
  failure(outcome: UserOperationOutcome): Promise<BaseError>;
}

/** What an operation has besides its calls. */
export interface OperationParts {
  /** The paymaster of the page. Default: the project's. If that does not pay, the account does. */
  readonly host?: HostPaymaster | undefined;
  /** The functions that its permissions may be for. Default: none. */
  readonly registered?: RegisteredFunctions | undefined;
  /** The limit of gas that the page asks for. Default: the bundler's estimate and a half. */
  readonly leastCallGas?: bigint | undefined;
}

/**
 * Builds the user operation of some calls: nonce, deployment if it is the first, fees, who pays them, and gas limits.
 *
 * @throws frameError OPERATION_REFUSED The limits are too large, or a paymaster that the page requires does not pay; INTERNAL, TIMEOUT
 * The chain or the bundler does not respond.
 */
export async function prepareOperation(
  context: OperationContext,
  calls: readonly AccountCall[],
  { host, registered, leastCallGas }: OperationParts = {},
): Promise<PreparedOperation> {
  const { payload, signer, signal, operations, reader } = context;
  const { chainId } = payload;
  const owner = ownerOf(context);
  await operations.idle(chainId, signer.evm, signal);
  const { node, bundler } = operations.servers(chainId, signal);
  const [nonce, hasContract, shape, fees, head] = await Promise.all([
    node('eth_call', [nonceCall(signer.evm), 'latest'], signal).then(readNonce),
    isDeployed(reader, chainId, signer.evm, signal),
    accountShape(reader, chainId, signer.evm, signal),
    readFees({}, context),
    readHead(context),
  ]);
  const price =
    'gasPrice' in fees ? { maxFeePerGas: fees.gasPrice, maxPriorityFeePerGas: fees.gasPrice } : fees;
  const draft: UserOperationDraft = {
    sender: signer.evm,
    nonce: hexOf(nonce),
    ...(!hasContract && { factory: SMART_ACCOUNT_V1.factory, factoryData: smartAccountFactoryData(owner) }),
    callData: encodeAccountCalls(calls, shape),
    maxFeePerGas: hexOf(price.maxFeePerGas),
    maxPriorityFeePerGas: hexOf(price.maxPriorityFeePerGas),
    signature: STUB_SIGNATURE,
  };
  const low = operations.lowLimits?.get(sameCalls(chainId, draft));
  const limited = await addLimits(draft, {
    operations,
    chainId,
    host,
    bundler,
    signal,
    leastCallGas: low === undefined ? leastCallGas : low * 2n,
  });
  return toSign(context, limited.operation, { head, registered, ...limited });
}

/**
 * Prepares a user operation that a page made: it is sent as it was given, with the account's signature.
 *
 * @throws frameError OPERATION_REFUSED It is not one that the account signs, or its fee is far above the chain's; INTERNAL, TIMEOUT The
 * chain does not respond.
 */
export async function prepareGivenOperation(
  context: OperationContext,
  given: Omit<UserOperation, 'signature'>,
): Promise<PreparedOperation> {
  const maxFeePerGas = BigInt(given.maxFeePerGas);
  const [head, own] = await Promise.all([
    readHead(context),
    readFees({ maxFeePerGas: hexOf(maxFeePerGas) }, context),
  ]);
  // The fee limit of a transaction is lowered; an operation with another one would not be the page's.
  const limit = 'gasPrice' in own ? own.gasPrice : own.maxFeePerGas;
  if (maxFeePerGas > limit) throw frameError('OPERATION_REFUSED');
  // A page's own operation names a paymaster of the page's, if any.
  return toSign(context, given, { head, warnings: [], isSponsored: false });
}

type BlockHead = z.infer<typeof blockHead>;

function readHead({ operations, payload, signal }: OperationContext): Promise<BlockHead> {
  const { node } = operations.servers(payload.chainId, signal);
  return node('eth_getBlockByNumber', ['latest', false], signal).then(block => parsed(blockHead, block));
}

/** The operation as it is signed and sent. */
function toSign(
  context: OperationContext,
  operation: UserOperationDraft,
  {
    head,
    warnings,
    isSponsored,
    registered,
  }: Omit<Limited, 'operation'> & Pick<OperationParts, 'registered'> & { readonly head: BlockHead },
): PreparedOperation {
  const { id, payload, signer, signal, operations } = context;
  const { chainId } = payload;
  const permitted = { chainId, functions: registered?.functions ?? [], cosigner: registered?.cosigner };
  if (operations.refuses?.(operation, ownerOf(context), permitted)) throw frameError('OPERATION_REFUSED');
  const now = Math.max(Number(head.timestamp), Math.floor(Date.now() / 1_000));
  const validUntil = now + VALIDITY;
  const signable = {
    operation: { ...operation, signature: '0x' },
    validUntil,
    isSponsored,
    registered,
  } as SignableOperation;
  return {
    signing: {
      ...{ id, kind: 'userOperation', chainId, account: signer.evm },
      payload: JSON.stringify(signable),
    },
    warnings,
    async send(signature, record) {
      const options = {
        operation: { ...signable.operation, signature },
        chainId: Number(chainId.slice('eip155:'.length)),
        validUntil,
        fromBlock: BigInt(head.number),
      };
      const { fromBlock, ...sent } = sentUserOperation(options);
      record({ ...sent, fromBlock: String(fromBlock) });
      await submit({ ...options, ...operations.servers(chainId, signal) });
    },
    async failure(outcome) {
      const reason = await failedOperation(operation, outcome, operations.servers(chainId, signal));
      if (reason === 'gas')
        operations.lowLimits?.set(sameCalls(chainId, operation), BigInt(operation.callGasLimit ?? 0));
      return frameError('OPERATION_FAILED', { context: { reason } });
    },
  };
}

/** Sends an operation. @throws its refusal */
async function submit(options: SubmitUserOperationOptions): Promise<void> {
  let service: BaseError | undefined;
  const refused = await submitUserOperation({
    ...options,
    bundler: (...call) =>
      options.bundler(...call).catch((error: unknown) => {
        if (!isRefusalOfService(error)) throw error;
        service = error;
        throw new RpcRefusal(0, error.code);
      }),
  });
  if (!refused) return;
  const { code, message } = refused;
  const context = { reason: operationProblem(refused) };
  throw service ?? frameError('OPERATION_REFUSED', { cause: new RpcRefusal(code, message), context });
}

/** What the wallet service refuses, it has not passed on to the bundler. */
function isRefusalOfService(error: unknown): error is BaseError {
  if (!isError(error)) return false;
  const { service } = error.context;
  return service !== undefined && service !== 'BUNDLER_UNAVAILABLE' && service !== 'INTERNAL';
}

/** The key under which calls of an account are remembered. */
export const sameCalls = (chainId: string, { sender, callData }: UserOperationDraft) =>
  `${chainId} ${sender} ${callData}`;

/** The address of the owner key. @throws UNSUPPORTED_METHOD The active account is the EOA. */
export function ownerOf({ signer }: Pick<OperationContext, 'signer'>): string {
  if (!signer.smartAccount) throw frameError('UNSUPPORTED_METHOD');
  return signer.smartAccount.owner;
}

interface LimitContext extends Pick<OperationContext, 'operations'> {
  readonly chainId: string;
  readonly host: HostPaymaster | undefined;
  readonly bundler: (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
  readonly leastCallGas?: bigint | undefined;
  readonly signal: AbortSignal;
}

/** An operation with its gas limits, and who pays. */
interface Limited {
  readonly operation: UserOperationDraft;
  readonly warnings: readonly Line[];
  /** Whether the project pays, and not a paymaster of the page. */
  readonly isSponsored: boolean;
}

/** Adds who pays, and the gas limits. The sponsor counts the maximum fee, so the second call follows once that is known. */
async function addLimits(draft: UserOperationDraft, context: LimitContext): Promise<Limited> {
  const stub = await askPaymaster('pm_getPaymasterStubData', draft, context);
  const { limits, warnings } = await estimateGas({ ...draft, ...(stub && partsOf(stub)) }, context);
  const limited = { ...draft, ...limits };
  const unpaid = { operation: limited, warnings, isSponsored: false };
  if (!stub) return unpaid;
  const paid = await askPaymaster('pm_getPaymasterData', { ...limited, ...partsOf(stub) }, context);
  if (paid) {
    const isSponsored = context.host === undefined;
    return { operation: { ...limited, ...partsOf(stub), ...partsOf(paid) }, warnings, isSponsored };
  }
  // Refused in the second step: the account pays, and less gas is needed.
  return unpaid;
}

/** What a paymaster's answer adds to the operation. */
const partsOf = ({ isFinal: _, ...parts }: PaymasterAnswer) => parts;

async function askPaymaster(
  method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData',
  operation: UserOperationDraft,
  { operations, chainId, host, signal }: LimitContext,
) {
  const asked = { chainId, method, operation };
  const own = () => operations.askPaymaster({ ...asked, host: undefined }, signal);
  try {
    return await (host ? operations.askPaymaster({ ...asked, host }, signal) : own());
  } catch (cause) {
    signal.throwIfAborted();
    if (host && !host.isOptional)
      throw frameError('OPERATION_REFUSED', { cause, context: { reason: 'paymaster' } });
    return undefined;
  }
}

/** The limit of the calls. What a page asks for counts up to three times the estimate: a tenth of unused gas is charged. */
function callLimit(estimated: bigint, least: bigint): bigint {
  const most = estimated * 3n;
  const asked = least < most ? least : most;
  const usual = withMargin(estimated);
  return asked > usual ? asked : usual;
}

async function estimateGas(
  operation: UserOperationDraft,
  { bundler, signal, leastCallGas = 0n }: LimitContext,
) {
  try {
    const answer = await bundler(
      'eth_estimateUserOperationGas',
      [operation, SMART_ACCOUNT_V1.entryPoint],
      signal,
    );
    const found = parsed(estimate, answer);
    const limits = {
      callGasLimit: hexOf(callLimit(BigInt(found.callGasLimit), leastCallGas)),
      // A real signature costs more to verify than the stub.
      verificationGasLimit: hexOf((BigInt(found.verificationGasLimit) * 6n) / 5n),
      preVerificationGas: hexOf((BigInt(found.preVerificationGas) * 6n) / 5n),
    };
    return { limits, warnings: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RpcRefusal)) throw error;
    // It would fail now; the user decides whether to try.
    const { callGasLimit, verificationGasLimit, preVerificationGas } = UNKNOWN_LIMITS;
    const limits = {
      callGasLimit: hexOf(callGasLimit),
      verificationGasLimit: hexOf(verificationGasLimit),
      preVerificationGas: hexOf(preVerificationGas),
    };
    return { limits, warnings: [{ text: 'warning.fails' } as const] };
  }
}

/** A call of `getNonce(address,uint192)` with the key 0. */
function nonceCall(account: string) {
  const data = `0x35567e1a${account.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`;
  return { to: SMART_ACCOUNT_V1.entryPoint, data };
}

function readNonce(answer: unknown): bigint {
  return BigInt(parsed(quantity, answer));
}

/** @throws INTERNAL The server's response is something else. */
function parsed<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const found = schema.safeParse(answer);
  if (!found.success) throw frameError('INTERNAL', { cause: found.error });
  return found.data;
}

const hexOf = (value: bigint) => `0x${value.toString(16)}` as const;
