import { z } from 'zod/mini';

const Request = z.object({ id: z.string(), method: z.string(), params: z.optional(z.unknown()) });
const RpcCall = z.object({ call: z.string(), params: z.optional(z.unknown()) });

export interface FakeSafeHostOptions {
  /** The Safe's address. */
  readonly safeAddress: string;
  readonly chainId: number;
  /** Handles the page's chain reads, for example with a development chain. Default: rejects them. */
  readonly rpc?: (method: string, params: unknown) => Promise<unknown>;
  /** The window to listen on, which is the Safe interface's. Default: `window`. */
  readonly hostWindow?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

export interface FakeSafeHost {
  /** Methods that the framed page called, in order. */
  readonly requests: readonly string[];
  stop(): void;
}

/**
 * Simulates the Safe interface: responds to the Safe Apps messages of a framed page. Install it in the parent window
 * before the frame loads.
 *
 * @see https://github.com/safe-global/safe-apps-sdk
 */
export function fakeSafeHost(options: FakeSafeHostOptions): FakeSafeHost {
  const hostWindow = options.hostWindow ?? window;
  const requests: string[] = [];

  const onMessage = (event: Event) => {
    const { data, source, origin } = event as MessageEvent<unknown>;
    const request = Request.safeParse(data);
    if (!request.success || !source) return;
    const { id, method, params } = request.data;
    requests.push(method);
    const reply = (answer: object) =>
      (source as Window).postMessage({ id, version: '9.1.0', ...answer }, { targetOrigin: origin || '*' });
    answer(options, method, params).then(
      value => reply({ success: true, data: value }),
      error => reply({ success: false, error: String(error) }),
    );
  };
  hostWindow.addEventListener('message', onMessage);
  return { requests, stop: () => hostWindow.removeEventListener('message', onMessage) };
}

async function answer(options: FakeSafeHostOptions, method: string, params: unknown): Promise<unknown> {
  const { safeAddress, chainId, rpc } = options;
  switch (method) {
    case 'getSafeInfo':
      return { safeAddress, chainId, threshold: 1, owners: [safeAddress], isReadOnly: false };
    case 'getEnvironmentInfo':
      return { origin: 'https://safe.example' };
    case 'getChainInfo':
      return { chainId: String(chainId), chainName: `Chain ${chainId}` };
    case 'rpcCall': {
      const { call, params: callParams } = RpcCall.parse(params);
      if (!rpc) throw new Error('This stub has no chain.');
      return rpc(call, callParams);
    }
    default:
      throw new Error(`This stub does not answer ${method}.`);
  }
}
