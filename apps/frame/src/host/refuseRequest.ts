import {
  FRAME_LIMITS,
  type FrameErrorCode,
  type FramePolicy,
  type FrameRequest,
  rpcParamsProblem,
  rpcPolicy,
  rpcSigner,
} from 'latchkit/protocol';
import type { ApprovalGate } from './createApprovalGate.js';
import type { OpenRequest } from './createOpenRequests.js';

/** Why a request is refused. */
export interface Refusal {
  readonly code: FrameErrorCode;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Returns why an RPC request is refused before any handler or user sees it; undefined if it is not. */
export function findRpcRefusal(
  { type, payload }: FrameRequest,
  accountsOn: (chainId: string) => readonly string[],
): Refusal | undefined {
  if (type !== 'RPC_REQUEST') return undefined;
  const { method, params, chainId, chainNamespace } = payload;
  const policy = rpcPolicy(method, chainNamespace);
  if (policy === 'refuse') return { code: 'UNSUPPORTED_METHOD' };
  if (!chainId.startsWith(`${chainNamespace}:`)) return { code: 'BAD_MESSAGE' };
  if (rpcParamsProblem(method, params) !== undefined) return { code: 'BAD_MESSAGE' };
  if (policy !== 'approve') return undefined;
  const accounts = accountsOn(chainId);
  if (accounts.length === 0) return { code: 'NOT_CONNECTED' };
  const signer = rpcSigner(method, params);
  const isOwn = (address: string) => sameForm(address) === sameForm(signer ?? address);
  return accounts.some(isOwn) ? undefined : { code: 'REJECTED' };
}

/** EVM addresses are case-insensitive, base58 addresses are not. */
const sameForm = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

/** The gates of a host's own requests, and of those that the visitor makes there for themselves. */
export type Gates = Readonly<Record<'site' | 'visitor', ApprovalGate>>;

/** Returns why a request can't be queued now; undefined if it can. */
export function findQueueRefusal(
  { type }: FrameRequest,
  policy: FramePolicy,
  open: readonly OpenRequest[],
  gates: Gates,
): Refusal | undefined {
  if (policy.order === 'serial') {
    const isSame = (one: OpenRequest) => (policy.auth ? one.policy.auth : one.type === type);
    if (open.some(isSame)) return { code: 'BUSY' };
  }
  if (policy.unsafe) {
    const isOwn = policy.own === true;
    const waiting = open.filter(one => one.policy.unsafe && (one.policy.own === true) === isOwn).length;
    return gates[isOwn ? 'visitor' : 'site'].enter(waiting);
  }
  if (policy.order === 'serial') return undefined;
  const parallel = open.filter(one => one.policy.order === 'parallel').length;
  return parallel >= FRAME_LIMITS.parallel ? { code: 'BUSY' } : undefined;
}
