import type { PermissionGrant } from '../../core/adapter/Permissions.js';
import { askGateway, GatewayRefusal } from '../../core/kernel/askGateway.js';
import { rpcUrl } from '../../core/kernel/gatewayUrl.js';
import type { Latchkit } from '../../core/Latchkit.js';
import { anySignal } from '../../protocol/anySignal.js';
import { BaseError } from '../../protocol/BaseError.js';
import {
  callSessionBundlerCall,
  type callSessionBundlerRequest,
} from '../../protocol/calls/project/permissions.js';
import { createError } from '../../protocol/errors.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { SESSION_NONCE_KEY, sessionSignature } from '../../protocol/smartAccount/checkSessionOperation.js';
import { failedOperation } from '../../protocol/smartAccount/failedOperation.js';
import { hashUserOperation } from '../../protocol/smartAccount/hashUserOperation.js';
import { operationProblem } from '../../protocol/smartAccount/operationProblem.js';
import {
  type RpcCaller,
  RpcRefusal,
  sendUserOperation,
} from '../../protocol/smartAccount/sendUserOperation.js';
import {
  readSessionContext,
  type SessionPeriod,
  sessionPeriods,
} from '../../protocol/smartAccount/sessionGrant.js';
import { SMART_ACCOUNT_V1 } from '../../protocol/smartAccount/smartAccountV1.js';
import type { UserOperation, UserOperationDraft } from '../../protocol/smartAccount/userOperation.js';
import { encodeAccountCalls } from '../../protocol/smartAccount/userOperationCalls.js';

type Hex = `0x${string}`;

/** A session key, such as an account of viem. */
export interface SessionKey {
  readonly address: string;
  /** Signs bytes as a personal message (EIP-191). */
  signMessage(asked: { readonly message: { readonly raw: Hex } }): Promise<Hex>;
}

/** The permission to use, and its key. */
export interface SessionSignerOptions {
  /** From `grantPermissions`, of the embedded wallet. */
  readonly grant: Pick<PermissionGrant, 'context' | 'chainId' | 'from'>;
  /** The key that the permission is for. */
  readonly key: SessionKey;
}

/** A call within a permission. */
export interface SessionCall {
  readonly to: Hex;
  /** In wei. Default: 0. */
  readonly value?: bigint;
  readonly data?: Hex;
}

/** Makes calls of an account within a permission, without a prompt. */
export interface SessionSigner {
  /** The account that acts. */
  readonly account: string;
  /**
   * Sends calls as one user operation: all of them land or none does. Resolves once they are on the chain.
   *
   * @throws PERMISSION_NOT_FOUND if it has ended, or belongs to another page; PERMISSION_UNREGISTERED if its function is not
   * registered; PERMISSION_UNBOUNDED if it is from before the gateway signed operations; OPERATION_REFUSED if the permission does not cover them,
   * or nobody pays the fee; OPERATION_FAILED; REQUEST_FAILED.
   */
  sendCalls(calls: readonly SessionCall[]): Promise<{ readonly transactionHash: Hex }>;
}

/** Milliseconds of a request to a node, and of two looks at a sent operation. */
const REQUEST_TIME = 10_000;

/** A well-formed signature with which bundlers estimate gas. */
const STUB_SIGNATURE: Hex = `0x${'ec'.repeat(32)}${'1c'.repeat(32)}1b`;

/**
 * Uses a permission of the embedded wallet (ERC-7715) with the page's own key, through the bundler of the project's gateway. The chain
 * enforces the limits. Experimental.
 *
 * @throws PERMISSION_NOT_FOUND if the grant is not from the embedded wallet; PERMISSION_KEY if it is for another key.
 *
 * @example
 * const key = privateKeyToAccount(generatePrivateKey());
 * const expiry = Math.floor(Date.now() / 1000) + 86_400;
 * const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const data = { recipient, periodAmount: '0x5af3107a4000', periodDuration: 86_400 };
 * const permission = { type: 'native-token-periodic', data };
 * const [grant] = await grantPermissions(kit, { permissions: [{ to: key.address, expiry, permission }] });
 * if (grant) {
 *   const signer = createSessionSigner(kit, { grant, key });
 *   await signer.sendCalls([{ to: recipient, value: 1_000n }]);
 * }
 */
export function createSessionSigner(kit: Latchkit, { grant, key }: SessionSignerOptions): SessionSigner {
  const granted = readSessionContext(grant.context);
  if (!granted) throw frameError('PERMISSION_NOT_FOUND');
  if (granted.key.toLowerCase() !== key.address.toLowerCase()) throw frameError('PERMISSION_KEY');
  const servers = serversOf(kit, grant);
  const { signal } = kit.kernel;
  return {
    account: grant.from,
    async sendCalls(calls) {
      const callData = encodeAccountCalls(
        calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data })),
        'modular',
      );
      const head = await readHead(servers.node, signal);
      const period = sessionPeriods(granted).find(
        ({ from, until }) => from <= head.time && head.time <= until,
      );
      if (!period) throw frameError('PERMISSION_NOT_FOUND');
      const { cosignature, ...prepared } = await prepare({
        servers,
        signal,
        period,
        head,
        account: grant.from,
        callData,
      });
      const chainId = Number(grant.chainId.slice('eip155:'.length));
      const raw = hashUserOperation(prepared, chainId);
      const own = await key.signMessage({ message: { raw } });
      const operation = { ...prepared, signature: sessionSignature(period.permissionId, own, cosignature) };
      const outcome = await sendUserOperation({
        ...{ ...servers, signal, chainId, operation },
        ...{ validUntil: period.until, fromBlock: head.number, wait: sleep },
      });
      if (outcome.status === 'included' && outcome.success)
        return { transactionHash: outcome.transactionHash };
      if (outcome.status === 'refused') throw refused(new RpcRefusal(outcome.code, outcome.message));
      const reason = await failedOperation(operation, outcome, servers);
      throw frameError('OPERATION_FAILED', { context: { reason } });
    },
  };
}

interface Servers {
  readonly node: RpcCaller;
  readonly bundler: RpcCaller;
}

interface Head {
  readonly number: bigint;
  /** Seconds since 1970. */
  readonly time: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

interface Preparation {
  readonly servers: Servers;
  readonly signal: AbortSignal;
  readonly period: SessionPeriod;
  readonly head: Head;
  readonly account: string;
  readonly callData: Hex;
}

/** An operation that the deployment's paymaster pays, and the deployment's signature of it. */
type PaidOperation = UserOperation & { readonly cosignature: string };

/** Adds the nonce, who pays, and the gas limits. @throws OPERATION_REFUSED */
async function prepare({
  servers,
  signal,
  period,
  head,
  account,
  callData,
}: Preparation): Promise<PaidOperation> {
  const { node, bundler } = servers;
  const nonceCall = {
    to: SMART_ACCOUNT_V1.entryPoint,
    data: `0x35567e1a${wordOf(account)}${wordOf(SESSION_NONCE_KEY)}`,
  };
  const draft: UserOperationDraft = {
    sender: account,
    nonce: quantity(await node('eth_call', [nonceCall, 'latest'], signal)),
    callData,
    maxFeePerGas: hexOf(head.maxFeePerGas),
    maxPriorityFeePerGas: hexOf(head.maxPriorityFeePerGas),
    signature: sessionSignature(period.permissionId, STUB_SIGNATURE, STUB_SIGNATURE),
  };
  const { entryPoint } = SMART_ACCOUNT_V1;
  const asked = (method: string, operation: UserOperationDraft) =>
    bundler(method, [operation, entryPoint], signal).catch((cause: unknown) => {
      throw refused(cause);
    }) as Promise<Partial<PaidOperation>>;
  // The deployment signs for nobody else: the account never pays.
  const stub = paymasterOf(await asked('pm_getPaymasterStubData', draft));
  const limits = limitsOf(await asked('eth_estimateUserOperationGas', { ...draft, ...stub }));
  const limited = { ...draft, ...limits, ...stub };
  const paid = await asked('pm_getPaymasterData', limited);
  const { cosignature = '0x' } = paid;
  return { ...limited, ...paymasterOf(paid), cosignature } as PaidOperation;
}

/** Whether the gateway says that the permission does not cover the operation, or that nobody pays for it. */
const isUncovered = (error: unknown) =>
  error instanceof GatewayRefusal && /^(?:USER_OPERATION|SPONSORSHIP)_/.test(error.code);

/** The gateway's own refusal of a permission is kept; all others are the bundler's. */
function refused(cause: unknown): unknown {
  const context = cause instanceof RpcRefusal ? { reason: operationProblem(cause) } : {};
  return cause instanceof RpcRefusal || isUncovered(cause)
    ? frameError('OPERATION_REFUSED', { cause, context })
    : cause;
}

const PAYMASTER_FIELDS = [
  'paymaster',
  'paymasterData',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const;

function paymasterOf(found: Partial<UserOperation> | undefined): Partial<UserOperation> {
  const known = PAYMASTER_FIELDS.filter(name => typeof found?.[name] === 'string');
  return Object.fromEntries(known.map(name => [name, found?.[name]]));
}

const LIMITS = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const;

/** The state may change before inclusion, and a real signature costs more to verify than the stub. */
function limitsOf(estimated: unknown): Pick<UserOperation, (typeof LIMITS)[number]> {
  const found = estimated as Readonly<Record<string, unknown>>;
  const [callGasLimit, verificationGasLimit, preVerificationGas] = LIMITS.map(name =>
    hexOf((BigInt(quantity(found[name])) * 6n) / 5n),
  ) as [Hex, Hex, Hex];
  return { callGasLimit, verificationGasLimit, preVerificationGas };
}

async function readHead(node: RpcCaller, signal: AbortSignal): Promise<Head> {
  const [block, tip] = await Promise.all([
    node('eth_getBlockByNumber', ['latest', false], signal),
    node('eth_maxPriorityFeePerGas', [], signal).catch(() => '0x3b9aca00'),
  ]);
  const { number, timestamp, baseFeePerGas = '0x0' } = block as Readonly<Record<string, unknown>>;
  const maxPriorityFeePerGas = BigInt(quantity(tip));
  return {
    number: BigInt(quantity(number)),
    time: Number(quantity(timestamp)),
    maxFeePerGas: BigInt(quantity(baseFeePerGas)) * 2n + maxPriorityFeePerGas,
    maxPriorityFeePerGas,
  };
}

/** The bundler behind the gateway, and a node of the chain. */
function serversOf(kit: Latchkit, { context, chainId, from }: SessionSignerOptions['grant']): Servers {
  const { options, kernel } = kit;
  const access = { gateway: options.gateway, projectId: options.projectId, signal: kernel.signal };
  return {
    async bundler(method, params) {
      const { result, error } = await askGateway<typeof callSessionBundlerRequest>(
        access,
        callSessionBundlerCall,
        {
          params: { id: `${chainId}:${from}` },
          body: { context, method, params: [...params] },
        },
      );
      if (error) throw new RpcRefusal(error.code, error.message);
      return result;
    },
    async node(method, params, signal) {
      const network = kit.store
        .getState()
        .namespaces.eip155?.networks.find(one => one.caipNetworkId === chainId);
      const url = network && rpcUrl(options, network);
      if (!url) throw createError('REQUEST_FAILED', { details: `There is no node of ${chainId}.` });
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: anySignal(signal, AbortSignal.timeout(REQUEST_TIME)),
      });
      const { result, error } = (await response.json()) as {
        readonly result?: unknown;
        readonly error?: { readonly code: number; readonly message: string };
      };
      if (error) throw new RpcRefusal(error.code, error.message);
      return result;
    },
  };
}

const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });

const wordOf = (hex: string) => hex.slice(2).toLowerCase().padStart(64, '0');
const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`;

/** @throws REQUEST_FAILED The server's response is something else. */
function quantity(value: unknown): Hex {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return hexOf(BigInt(value));
  throw new BaseError('REQUEST_FAILED', 'The response is not a number.');
}
