import { FRAME_LIMITS } from './frameLimits.js';
import { FRAME_MESSAGES, type FrameMessage, type FramePayload, type FramePolicy } from './frameMessages.js';
import { rpcPolicy } from './rpcPolicy.js';

/** The policy of this message: an RPC request's depends on its method, and GET_USER's on whether it signs in. */
export function framePolicy<T extends FrameMessage>(type: T, payload: FramePayload<T>): FramePolicy {
  const { policy } = FRAME_MESSAGES[type];
  if (type === 'RPC_REQUEST') {
    const { method, chainNamespace } = payload as FramePayload<'RPC_REQUEST'>;
    // A refused method fails at once and doesn't wait in a queue.
    return rpcPolicy(method, chainNamespace) === 'approve' ? policy : FRAME_MESSAGES.GET_CHAIN_ID.policy;
  }
  return logsIn(type, payload) ? FRAME_MESSAGES.CONNECT_SOCIAL.policy : policy;
}

/** Whether GET_USER completes a social login first. */
function logsIn<T extends FrameMessage>(type: T, payload: FramePayload<T>): boolean {
  return type === 'GET_USER' && (payload as FramePayload<'GET_USER'>).socialUri !== undefined;
}

/**
 * Whether a message's result is up to the visitor, who may take longer than one message may: to log in at a provider, to follow a link
 * in an email or to approve in an app.
 */
export function waitsForVisitor<T extends FrameMessage>(type: T, payload: FramePayload<T>): boolean {
  const waits = type === 'CONNECT_DEVICE' || type === 'CONNECT_SOCIAL' || type === 'CONNECT_FARCASTER';
  return waits || logsIn(type, payload);
}

/** Time for the wallet to respond after an approval has expired, or to read from a chain, in ms. */
const GRACE = 15_000;
const READ = 10_000;

/** The host's timeout for this message in milliseconds, so that every call settles. */
export function frameTimeout<T extends FrameMessage>(type: T, payload: FramePayload<T>): number {
  const { timeout } = FRAME_MESSAGES[type];
  if (timeout !== undefined) return timeout;
  return framePolicy(type, payload).unsafe ? FRAME_LIMITS.approvalLife + GRACE : READ;
}
