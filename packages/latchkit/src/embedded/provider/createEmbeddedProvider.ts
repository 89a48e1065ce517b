import { BaseError, isError } from '../../protocol/BaseError.js';
import { namespaceOf } from '../../protocol/caip.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FramePayload } from '../../protocol/frame/frameMessages.js';
import { rpcParamsProblem } from '../../protocol/frame/rpcParams.js';
import { rpcPolicy } from '../../protocol/frame/rpcPolicy.js';
import type { EmbeddedFrame } from '../frame/createEmbeddedFrame.js';
import { createProviderEvents, type ProviderEvents } from './createProviderEvents.js';
import { ProviderRpcError } from './ProviderRpcError.js';

/** An EIP-1193 request; Solana methods use it too. */
export interface ProviderRequest {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined;
  /** CAIP-2 id of the request's chain. Default: the provider's. */
  readonly chainId?: `${string}:${string}` | undefined;
}

/** Status of an approval request: it waits, was approved, or was refused, aborted or failed. */
export type ApprovalEvent = 'asked' | 'approved' | 'failed';

export interface EmbeddedProviderOptions {
  readonly frame: Pick<EmbeddedFrame, 'call' | 'on'>;
  /** CAIP-2 id of the chain for requests. */
  readonly chainId: () => `${string}:${string}`;
  /** The signed-in visitor's addresses in that namespace, the active one first; empty if signed out. */
  readonly accounts: () => readonly string[];
  /** An approval request began or ended: the approval is shown in between. `cause`: why it failed. */
  readonly onApproval?: ((event: ApprovalEvent, cause?: unknown) => void) | undefined;
  /** A method was refused that the embedded wallet does not support. */
  readonly onRefused?: ((method: string) => void) | undefined;
}

/**
 * The embedded wallet as an EIP-1193 provider.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface EmbeddedProvider extends Pick<ProviderEvents, 'on' | 'removeListener'> {
  /** @throws ProviderRpcError 4001 refused or aborted, 4100 not signed in, 4200 not allowed, and those of EIP-1474. */
  request(request: ProviderRequest): Promise<unknown>;
  /** Aborts requests that wait for the visitor, but not reads. Called when the modal closes. */
  abortApprovals(): void;
  /** Unsubscribes from the frame. */
  close(): void;
}

/** Creates the provider over a frame. */
export function createEmbeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { frame, onApproval } = options;
  const events = createProviderEvents(frame, () => namespaceOf(options.chainId()));
  const approvals = new Set<AbortController>();

  const approve = async (payload: FramePayload<'RPC_REQUEST'>) => {
    const controller = new AbortController();
    approvals.add(controller);
    onApproval?.('asked');
    const end = (outcome: ApprovalEvent, cause?: unknown) => {
      approvals.delete(controller);
      onApproval?.(outcome, cause);
    };
    try {
      const answer = await frame.call('RPC_REQUEST', payload, { signal: controller.signal });
      end('approved');
      return answer;
    } catch (cause) {
      end('failed', cause);
      throw cause;
    }
  };

  const answer = async ({
    method,
    params = [],
    chainId = options.chainId(),
  }: ProviderRequest): Promise<unknown> => {
    if (method === 'eth_requestAccounts') return [...signedIn(options)];
    if (method === 'wallet_switchEthereumChain') return switchChain(frame, params);
    const policy = rpcPolicy(method);
    if (policy === 'refuse') {
      options.onRefused?.(method);
      throw frameError('UNSUPPORTED_METHOD', { context: { method } });
    }
    const problem = rpcParamsProblem(method, params);
    if (problem !== undefined) throw new BaseError('BAD_MESSAGE', problem, { context: { method } });
    const payload = {
      method,
      params: params as FramePayload<'RPC_REQUEST'>['params'],
      chainId,
      chainNamespace: namespaceOf(chainId),
    };
    return policy === 'approve' ? approve(payload) : frame.call('RPC_REQUEST', payload);
  };

  return {
    on: events.on,
    removeListener: events.removeListener,
    close: events.close,
    request: request =>
      answer(request).catch((cause: unknown) => {
        throw new ProviderRpcError(isError(cause) ? cause : frameError('INTERNAL', { cause }));
      }),
    abortApprovals() {
      for (const controller of [...approvals]) controller.abort();
    },
  };
}

function signedIn({ accounts }: EmbeddedProviderOptions): readonly string[] {
  const list = accounts();
  if (list.length === 0) throw frameError('NOT_CONNECTED');
  return list;
}

/** EIP-3326. The result is null; the frame emits the new chain. */
async function switchChain(
  frame: EmbeddedProviderOptions['frame'],
  params: ProviderRequest['params'],
): Promise<null> {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : [];
  const chainId: unknown =
    typeof first === 'object' && first !== null && 'chainId' in first ? first.chainId : '';
  const number =
    typeof chainId === 'string' && /^0x[0-9a-f]{1,13}$/i.test(chainId) ? Number(chainId) : undefined;
  if (number === undefined) throw frameError('BAD_MESSAGE');
  await frame.call('SWITCH_NETWORK', { chainId: `eip155:${number}` });
  return null;
}
