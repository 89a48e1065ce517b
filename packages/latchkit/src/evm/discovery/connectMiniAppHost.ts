import { isRecord } from '../../core/adapter/untrusted.js';

/** The Farcaster client around the page. */
export interface MiniAppHost {
  /** @throws what the client throws. */
  get(property: string): Promise<unknown>;
  /** @throws what the client throws. */
  call(method: string, ...args: readonly unknown[]): Promise<unknown>;
}

/** What the client sends without being asked. */
export interface MiniAppEvents {
  /** An event of the wallet, as in EIP-1193. */
  onWallet(event: string, params: readonly unknown[]): void;
  /** An event of the client. */
  onClient(event: Readonly<Record<string, unknown>>): void;
}

/** The bridge of React Native, in which the client's phone app shows the page. */
export interface WebView {
  postMessage(message: string): void;
}

type Waiting = (reply: Readonly<Record<string, unknown>>) => void;

/**
 * Speaks the wire format of Farcaster's mini-app SDK, which is Comlink's, with the window or the app around the page. The SDK itself
 * is larger than everything that Connect loads. Removes its listeners with `signal`; calls may never settle.
 *
 * @see https://miniapps.farcaster.xyz/docs/specification
 */
export function connectMiniAppHost(events: MiniAppEvents, signal: AbortSignal): MiniAppHost {
  const { ReactNativeWebView: webView } = window as { readonly ReactNativeWebView?: WebView };
  const waiting = new Map<unknown, Waiting>();
  const onReply = (data: Readonly<Record<string, unknown>>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  const onWallet = ({ event, params }: Readonly<Record<string, unknown>>) => {
    if (typeof event === 'string' && Array.isArray(params)) events.onWallet(event, params);
  };
  const listen = (target: EventTarget, type: string, handle: Waiting) =>
    target.addEventListener(
      type,
      event => {
        const { data, source } = event as MessageEvent<unknown>;
        // Any window can send the page a message.
        if ((webView || source === window.parent) && isRecord(data)) handle(data);
      },
      { signal },
    );
  if (webView) {
    listen(document, 'FarcasterFrameCallback', onReply);
    listen(document, 'FarcasterFrameEvent', events.onClient);
    listen(document, 'FarcasterFrameEthProviderEvent', onWallet);
  } else {
    listen(window, 'message', data => {
      if (data.type === 'frameEvent' && isRecord(data.event)) events.onClient(data.event);
      else if (data.type === 'frameEthProviderEvent') onWallet(data);
      else onReply(data);
    });
  }
  const ask = (message: object) =>
    new Promise((resolve, reject) => {
      const id = crypto.randomUUID();
      waiting.set(id, reply => {
        if (reply.type === 'RAW') resolve(reply.value);
        else reject(thrown(reply.value));
      });
      if (webView) webView.postMessage(JSON.stringify({ id, ...message }));
      // The origin is unknown. No other document can take the parent's place while this one exists.
      else window.parent.postMessage({ id, ...message }, '*');
    });
  return {
    get: property => ask({ type: 'GET', path: [property] }),
    call: (method, ...args) =>
      ask({ type: 'APPLY', path: [method], argumentList: args.map(value => ({ type: 'RAW', value })) }),
  };
}

/** Comlink's form of something thrown: `{ isError, value }`. */
function thrown(wire: unknown): Error {
  const value = isRecord(wire) ? wire.value : undefined;
  return new Error(isRecord(value) ? String(value.message) : String(value));
}
