import {
  type AccountCall,
  type ChainId,
  countSessionSetup,
  hashUserOperation,
  isRemoveSession,
  isSessionsContract,
  type PermittedFunctions,
  PORTAL_PROJECT,
  paymasterAnswer,
  type RegisteredFunction,
  type RegisteredFunctions,
  readSessionGrant,
  type SessionGrant,
  SMART_ACCOUNT_V1,
  sessionGrantProblem,
  smartAccountAddress,
  userOperation,
} from 'latchkit/protocol';
import type { PrivateKeyAccount } from 'viem/accounts';
import * as z from 'zod';
import { guardedRequest, PUBLIC_HTTPS, type RequestGuard } from '../../platform/http/guardedRequest.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Log } from '../../platform/jsonLog.js';
import type { ServerAnswer, ServerCall } from '../../platform/jsonrpc/ServerCall.js';
import type { OperationCaller } from '../../platform/OperationCaller.js';
import type { RpcService } from '../chains/service.js';
import { isApproved } from '../projects/projectSmartAccounts.js';
import type { ProjectService } from '../projects/service.js';
import { askRpcServer, readRpcAnswer, rpcText } from './askRpcServer.js';
import type { ChainBundler, ChainBundlers } from './bundlerSettings.js';
import { checkPermissionChain } from './checkPermissionChain.js';
import { checkSmartAccountChain } from './checkSmartAccountChain.js';
import { cosignerOf } from './cosignerOf.js';
import { freeReservations } from './freeReservations.js';
import { isSessionEnabled } from './readAccount.js';
import {
  type OwnOperation,
  paymasterParams,
  readSessionOperationCall,
  readUserOperationCall,
} from './readUserOperationCall.js';
import { requireOwnTokens } from './requireOwnTokens.js';
import { type NativePrice, sponsor } from './sponsor.js';
import type { SponsorshipStore } from './sponsorshipStore.js';

/** Bundlers and paymasters, whose URLs and keys stay on the server. */
export interface AaService {
  /** CAIP-2 ids of the chains with a bundler and the contracts. A failed check is repeated after a minute. */
  chains(gone: AbortSignal): Promise<readonly ChainId[]>;
  /** Those of the chains where the pages of a project may ask for permissions. */
  permissionChains(projectId: string, gone: AbortSignal): Promise<readonly ChainId[]>;
  /** The functions that pages of a project may ask for the permission to call. Those of a listed token are left out, and those that the operator has not approved. */
  registered(projectId: string): Promise<RegisteredFunctions>;
  /**
   * Makes one call to the bundler of a chain, or to the paymaster that sponsors user operations.
   *
   * @throws HttpError as `callBundlerRequest` lists.
   */
  call(chainId: string, call: ServerCall, caller: OperationCaller, gone: AbortSignal): Promise<ServerAnswer>;
  /**
   * Makes one call about a user operation that uses a permission of an account, without its user.
   *
   * @throws HttpError as `callSessionBundlerRequest` lists.
   */
  callSession(
    chainId: string,
    call: ServerCall,
    caller: SessionCaller,
    gone: AbortSignal,
  ): Promise<ServerAnswer>;
  /**
   * Makes one call to a paymaster that a host page named.
   *
   * @throws HttpError as `callHostPaymasterRequest` lists.
   */
  callHostPaymaster(
    chainId: string,
    call: ServerCall & { readonly url: string },
    caller: OperationCaller,
    gone: AbortSignal,
  ): Promise<ServerAnswer>;
}

/** The page that uses a permission. */
export interface SessionCaller {
  readonly projectId: string;
  readonly origin: string;
  /** Where the page's call came from. */
  readonly network: string;
  /** Address of the smart account. */
  readonly account: string;
  readonly grant: SessionGrant;
}

export interface AaServiceOptions {
  readonly bundlers: ChainBundlers;
  readonly rpc: Pick<RpcService, 'call'>;
  readonly projects: Pick<ProjectService, 'get'>;
  readonly store: SponsorshipStore;
  /** The operator's list of tokens of a chain: no permission without a limit is for one of them. Default: none. */
  readonly tokensOf?: (chainId: string) => readonly { readonly address: string }[];
  /** US dollars per unit of a chain's native currency; undefined if it is not known. */
  readonly nativePrice: NativePrice;
  /** Where the reasons of the operator's paymaster go. Default: no log. */
  readonly log?: Log;
  /**
   * The private key that signs the operations of permissions, as far as the operator's paymaster pays; undefined while the wallet service
   * is not open, and then no permission is granted or served. Default: none.
   */
  readonly cosignerKey?: () => Uint8Array | undefined;
  /** Servers that hosts may name. Default: HTTPS on the public internet. */
  readonly guard?: RequestGuard;
  readonly now?: () => number;
  /** Whether permissions work on chains with the stand-ins of development. Default: false. */
  readonly allowsStandIns?: boolean;
}

/** Milliseconds until a chain that failed its check is checked again. */
const RECHECK = 60_000;
/** Time limit and maximum size of a response of a host's paymaster, in milliseconds and bytes. */
const HOST_PAYMASTER = { time: 5_000, bytes: 64 * 1024 } as const;
/** Maximum size of the context that a host gives its paymaster, in characters. */
const MAX_CONTEXT = 4_096;

/** Calls about a user operation, and whether it must be complete. */
const OPERATION_METHODS: ReadonlyMap<string, boolean> = new Map([
  ['eth_estimateUserOperationGas', false],
  ['eth_sendUserOperation', true],
]);
const PAYMASTER_METHODS: readonly string[] = ['pm_getPaymasterStubData', 'pm_getPaymasterData'];
const HASH_METHODS: readonly string[] = ['eth_getUserOperationByHash', 'eth_getUserOperationReceipt'];

const hashParams = z.tuple([z.string().regex(/^0x[0-9a-f]{64}$/i)]);
const settled = z.object({ sender: z.string(), nonce: z.string(), actualGasUsed: z.string() });

export function aaService(options: AaServiceOptions): AaService {
  const { bundlers, rpc, projects, guard = PUBLIC_HTTPS, now = Date.now, tokensOf = () => [] } = options;
  const { allowsStandIns = false, log = () => {}, cosignerKey = () => undefined } = options;
  // Not the caller's signal: others may wait for the same check.
  const isEnabled = rechecked(now, (chainId, bundler) =>
    checkSmartAccountChain(rpc, chainId, bundler, new AbortController().signal),
  );
  const hasPermissions = rechecked(now, chainId =>
    checkPermissionChain(rpc, chainId, allowsStandIns, new AbortController().signal),
  );
  const requireChain = (chainId: string): ChainBundler => {
    const found = bundlers[chainId as ChainId];
    if (found) return found;
    throw new HttpError(400, 'CHAIN_NOT_SUPPORTED', 'The chain has no bundler');
  };

  const isPermitting = async (projectId: string) =>
    projectId !== PORTAL_PROJECT &&
    cosignerOf(cosignerKey()) !== undefined &&
    (await projects.get(projectId)).smartAccounts.permissions.enabled;
  const requirePermissions = async (projectId: string, chainId: string, gone: AbortSignal) => {
    if ((await service.permissionChains(projectId, gone)).includes(chainId as ChainId)) return;
    throw new HttpError(403, 'USER_OPERATION_REFUSED', 'The project has no permissions on this chain');
  };
  /** Of permissions to call a function: the chain bounds the tokens of the others. */
  const requireOwn = async (
    chainId: string,
    { grant, ...called }: Pick<SessionCaller, 'account' | 'grant'> & Pick<OwnOperation, 'calls'>,
    gone: AbortSignal,
  ) => {
    if (grant.kind !== 'call') return;
    const tokens = tokensOf(chainId);
    await requireOwnTokens(rpc, chainId, { ...called, target: grant.target, tokens }, gone);
  };
  const given = freeReservations(options.store, rpc, now);
  /** The calls that pass through with any operation; the same with a permission. */
  const passOn = async (
    chainId: string,
    { method, params }: ServerCall,
    { caller, read, gone }: OperationContext,
  ): Promise<ServerAnswer> => {
    const chain = requireChain(chainId);
    if (PAYMASTER_METHODS.includes(method)) {
      const own = await read(false);
      const { store, nativePrice } = options;
      const asked = { projects, rpc, store, nativePrice, now, log, freeReservations: given };
      return sponsor({ ...asked, chainId, chain, caller, method, own, gone });
    }
    const isComplete = OPERATION_METHODS.get(method);
    if (isComplete !== undefined) {
      const { operation } = await read(isComplete);
      return askBundler(chain, { method, params: [operation, SMART_ACCOUNT_V1.entryPoint] }, gone);
    }
    if (!HASH_METHODS.includes(method))
      throw new HttpError(403, 'METHOD_NOT_ALLOWED', 'The method is not served');
    const hash = hashParams.safeParse(params);
    if (!hash.success) throw new HttpError(400, 'INVALID_USER_OPERATION', 'Not the hash of a user operation');
    const answer = await askBundler(chain, { method, params: hash.data }, gone);
    if (method === 'eth_getUserOperationReceipt') await settle(options.store, chainId, answer);
    return answer;
  };
  const service: AaService = {
    async chains() {
      const entries = Object.entries(bundlers) as [ChainId, ChainBundler][];
      const found = await Promise.all(entries.map(([id, bundler]) => isEnabled(id, bundler)));
      return entries.flatMap(([id], index) => (found[index] ? [id] : []));
    },
    async permissionChains(projectId, gone) {
      if (!(await isPermitting(projectId))) return [];
      const chains = await service.chains(gone);
      const found = await Promise.all(chains.map(id => hasPermissions(id, requireChain(id))));
      return chains.filter((_, index) => found[index]);
    },
    async registered(projectId) {
      if (projectId === PORTAL_PROJECT) return { by: '', functions: [] };
      const { name, smartAccounts } = await projects.get(projectId);
      const isToken = ({ chainId, contract }: RegisteredFunction) =>
        tokensOf(chainId).some(({ address }) => address.toLowerCase() === contract.toLowerCase());
      const { functions: registered, approved } = smartAccounts.permissions;
      const functions = registered.filter(one => !isToken(one)).filter(one => isApproved(one, approved));
      return { by: name, functions, cosigner: cosignerOf(cosignerKey())?.address };
    },
    call: (chainId, call, caller, gone) =>
      passOn(chainId, call, {
        ...{ caller, gone },
        async read(isComplete) {
          const permitted = { ...(await service.registered(caller.projectId)), chainId };
          const own = readUserOperationCall(call.params, { owner: caller.owner, permitted }, isComplete);
          if (grants(own.calls, caller.owner)) await requirePermissions(caller.projectId, chainId, gone);
          const account = own.operation.sender;
          for (const { data } of own.calls) {
            const grant = readSessionGrant(data, permitted.cosigner);
            if (grant) await requireOwn(chainId, { account, grant, calls: [] }, gone);
          }
          return own;
        },
      }),
    async callSession(chainId, call, { account, grant, ...page }, gone) {
      requireChain(chainId);
      await requirePermissions(page.projectId, chainId, gone);
      const answer = await passOn(chainId, call, {
        // Allowances of a user are those of the account here.
        caller: { ...page, userId: account.toLowerCase() },
        async read(isComplete) {
          requireServed(grant, account, { ...(await service.registered(page.projectId)), chainId });
          const own = readSessionOperationCall(call.params, { account, grant }, isComplete);
          // Anyone can store a permission of an account of their own; only the chain says whether it was granted.
          if (!(await isSessionEnabled(rpc, chainId, { operation: own.operation, grant }, gone)))
            throw new HttpError(403, 'USER_OPERATION_REFUSED', 'The permission is not enabled on the chain');
          await requireOwn(chainId, { account, grant, calls: own.calls }, gone);
          return own;
        },
        gone,
      });
      if (call.method !== 'pm_getPaymasterData' || 'error' in answer) return answer;
      return { result: await cosigned(cosignerOf(cosignerKey()), call.params[0], answer.result, chainId) };
    },
    async callHostPaymaster(chainId, { url, method, params }, caller, gone) {
      requireChain(chainId);
      const { operation } = readUserOperationCall(params, caller, false);
      // The portal belongs to no project.
      const project = caller.projectId === PORTAL_PROJECT ? undefined : await projects.get(caller.projectId);
      if (!project?.smartAccounts.hostPaymasters)
        throw new HttpError(403, 'PAYMASTER_REFUSED', 'The project allows no paymaster of its pages');
      const context = params[3] ?? {};
      if (JSON.stringify(context).length > MAX_CONTEXT)
        throw new HttpError(400, 'INVALID_USER_OPERATION', 'The context of the paymaster is too large');
      const body = rpcText({ method, params: paymasterParams(operation, chainId, context) });
      return askHostPaymaster(url, body, guard, gone);
    },
  };
  return service;
}

/**
 * The chain does not know of registrations, and permissions from before there were any are still valid there: here they are not served.
 * Nor are those whose key alone decides on the fee.
 *
 * @throws HttpError 403 `PERMISSION_UNBOUNDED`, `PERMISSION_UNREGISTERED`.
 */
function requireServed(grant: SessionGrant, account: string, permitted: PermittedFunctions): void {
  const problem = sessionGrantProblem(grant, [account], permitted);
  if (problem === 'UNBOUNDED') {
    const message =
      "The key of this permission could spend the account's coins as fees: the user must end it";
    throw new HttpError(403, 'PERMISSION_UNBOUNDED', message);
  }
  if (problem !== 'UNREGISTERED' && problem !== 'TARGET') return;
  const message = "The permission is for a function that the project's owner has not registered";
  throw new HttpError(403, 'PERMISSION_UNREGISTERED', message);
}

/**
 * Adds the deployment's signature to what its paymaster answered, for exactly the operation that the paymaster pays. The chain takes no
 * operation of a permission without it, so that the account never pays.
 *
 * @throws HttpError 400 `INVALID_USER_OPERATION` if a field is missing.
 */
async function cosigned(
  cosigner: PrivateKeyAccount | undefined,
  asked: unknown,
  paid: unknown,
  chainId: string,
): Promise<object> {
  const answer = paymasterAnswer.parse(paid);
  const { isFinal: _, ...fields } = answer;
  const operation = userOperation.safeParse({ ...(asked as object), ...fields });
  if (!operation.success || cosigner === undefined)
    throw new HttpError(400, 'INVALID_USER_OPERATION', 'The user operation is not complete');
  const raw = hashUserOperation(operation.data, Number(chainId.slice('eip155:'.length)));
  return { ...answer, cosignature: await cosigner.signMessage({ message: { raw } }) };
}

interface OperationContext {
  readonly caller: Omit<OperationCaller, 'owner'>;
  /** Reads and checks the user operation in the parameters. */
  readonly read: (isComplete: boolean) => Promise<OwnOperation>;
  readonly gone: AbortSignal;
}

/** Remembers that a chain passed a check; one that failed is checked again after a while. */
function rechecked(
  now: () => number,
  check: (chainId: ChainId, bundler: ChainBundler) => Promise<readonly unknown[]>,
) {
  const checks = new Map<ChainId, { readonly isPassed: Promise<boolean>; readonly at: number }>();
  return async (chainId: ChainId, bundler: ChainBundler): Promise<boolean> => {
    const known = checks.get(chainId);
    if (known && ((await known.isPassed) || now() - known.at < RECHECK)) return known.isPassed;
    const isPassed = check(chainId, bundler).then(problems => problems.length === 0);
    checks.set(chainId, { isPassed, at: now() });
    return isPassed;
  };
}

/** Whether calls of an account grant a permission, or prepare the account for it. */
function grants(calls: readonly AccountCall[], owner: string): boolean {
  const isGrant = ({ to, data }: AccountCall) => isSessionsContract(to) && !isRemoveSession(data);
  return countSessionSetup(calls, smartAccountAddress(owner)) > 0 || calls.some(isGrant);
}

async function askBundler(
  { bundler }: ChainBundler,
  call: ServerCall,
  gone: AbortSignal,
): Promise<ServerAnswer> {
  try {
    return await askRpcServer(bundler, call, gone);
  } catch (cause) {
    throw new HttpError(503, 'BUNDLER_UNAVAILABLE', 'The bundler did not respond', { cause });
  }
}

/** Calls a paymaster that a page named, on servers that the guard allows. */
async function askHostPaymaster(
  url: string,
  body: string,
  guard: RequestGuard,
  gone: AbortSignal,
): Promise<ServerAnswer> {
  const stopped = AbortSignal.any([gone, AbortSignal.timeout(HOST_PAYMASTER.time)]);
  try {
    const { status, text } = await guardedRequest(new URL(url), body, stopped, guard, HOST_PAYMASTER.bytes);
    if (status !== 200) throw new Error(`The paymaster responded with ${status}`);
    const answer = readRpcAnswer(text, url);
    return 'error' in answer ? answer : { result: paymasterAnswer.parse(answer.result) };
  } catch (cause) {
    throw new HttpError(502, 'PAYMASTER_UNAVAILABLE', 'The paymaster of the page cannot be used', { cause });
  }
}

/** Counts what a sponsored operation used instead of its maximum. */
async function settle(store: SponsorshipStore, chainId: string, answer: ServerAnswer): Promise<void> {
  const receipt = 'result' in answer ? settled.safeParse(answer.result) : undefined;
  if (!receipt?.success) return;
  const { sender, nonce, actualGasUsed } = receipt.data;
  const gas = Number(actualGasUsed);
  await store.settle({ chainId, sender: sender.toLowerCase(), nonce: String(BigInt(nonce)), gas });
}
