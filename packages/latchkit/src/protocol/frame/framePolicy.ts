import { FRAME_LIMITS } from './frameLimits.js';
import { FRAME_MESSAGES, type FrameMessage, type FramePayload, type FramePolicy } from './frameMessages.js';
import { rpcPolicy } from './rpcPolicy.js';

/** How the wallet page treats this one message: an RPC request by its method, a look at the user by whether it signs in. */
export function framePolicy<T extends FrameMessage>(type: T, payload: FramePayload<T>): FramePolicy {
  const { policy } = FRAME_MESSAGES[type];
  if (type === 'RPC_REQUEST') {
    const { method, chainNamespace } = payload as FramePayload<'RPC_REQUEST'>;
    // What is refused is refused at once, and waits behind nothing.
    return rpcPolicy(method, chainNamespace) === 'approve' ? policy : FRAME_MESSAGES.GET_CHAIN_ID.policy;
  }
  if (type === 'GET_USER' && (payload as FramePayload<'GET_USER'>).socialUri !== undefined) {
    return FRAME_MESSAGES.CONNECT_SOCIAL.policy;
  }
  return policy;
}

/** How long the wallet has to answer after an approval has expired, or to read from a chain. */
const GRACE = 15_000;
const READ = 60_000;

/** Milliseconds after which a host gives this one message up, so that every call settles. */
export function frameTimeout<T extends FrameMessage>(type: T, payload: FramePayload<T>): number {
  const { timeout } = FRAME_MESSAGES[type];
  if (timeout !== undefined) return timeout;
  return framePolicy(type, payload).unsafe ? FRAME_LIMITS.approvalLife + GRACE : READ;
}
