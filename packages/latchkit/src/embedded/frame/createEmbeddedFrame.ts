import { VERSION } from '../../core/kernel/gatewayUrl.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import type { FrameMessage, FramePayload, FrameSuccess } from '../../protocol/frame/frameMessages.js';
import { embeddedError } from '../embeddedErrors.js';
import type { CallOptions, FrameCall, Messenger } from '../messenger/createMessenger.js';
import { createFrameElement, type FrameAddress, frameUrl } from './createFrameElement.js';
import { type OpenFrame, openFrame } from './openFrame.js';
import type { FramePin } from './pinFrame.js';
import type { FoundWallet } from './probeWallet.js';

export interface EmbeddedFrameOptions extends Pick<FrameAddress, 'wallet' | 'projectId'> {
  /** CAIP-2 id of the page's network when the frame loads. */
  readonly chainId: () => string;
  /** Logs types, ids and durations in the wallet page; for development projects only. Default: false. */
  readonly enableLogger?: boolean | undefined;
  /**
   * The parent of the iframe for its whole life: the modal's element, whose shadow root shows it in a slot named
   * `frame`. As a light-DOM child it remains reachable for the wallet's popups.
   */
  readonly container: () => HTMLElement | Promise<HTMLElement>;
  /** Accessible name of the iframe. */
  readonly title: string;
  /** Whether the project allows this page's origin. If not, no frame is created. Default: yes. */
  readonly isAllowed?: (() => Promise<boolean>) | undefined;
  /** Returns the build that the page has to be. Default: the page is not checked. */
  readonly pin?: (() => Promise<FramePin>) | undefined;
  /** See `OpenFrameOptions`. */
  readonly probe?: (() => Promise<FoundWallet>) | undefined;
  readonly onSilent?: (() => void) | undefined;
  /** Receives load and request time-outs, and an origin that the project doesn't allow. */
  readonly onFailure?: ((error: BaseError) => void) | undefined;
  /** Ends the frame permanently. */
  readonly signal: AbortSignal;
}

/** `absent` until it is requested, and again after it failed or ended. */
export type FrameStatus = 'absent' | 'loading' | 'ready';

/** Events of a frame: those of the wallet page, and `READY` each time it becomes ready. */
export type EmbeddedFrameEvent = FrameEvent | { readonly type: 'READY' };

/** The embedded wallet's page in a hidden iframe, which loads on demand. */
export interface EmbeddedFrame {
  status(): FrameStatus;
  /** The iframe, if there is one. SHOW and HIDE from the wallet page set its `hidden` and `height`. */
  element(): HTMLIFrameElement | undefined;
  /**
   * Loads the frame if it is absent. After a failure, it tries again.
   *
   * @throws FRAME_LOAD_FAILED after 20 s, or at once where it is certain that no wallet page comes; ORIGIN_NOT_ALLOWED; UNSUPPORTED_VERSION; FRAME_NOT_VERIFIED.
   */
  load(): Promise<void>;
  /**
   * Sends a message once the wallet page is ready, and returns its result.
   *
   * @throws FRAME_NOT_SET when it was never loaded; the wallet's own errors (`FRAME_ERRORS`); TIMEOUT; ABORTED.
   */
  readonly call: FrameCall;
  /** Adds a listener for the frame's events; returns a function that removes it. */
  on(listener: (event: EmbeddedFrameEvent) => void): () => void;
  /** Reloads the wallet page, through the page itself if it responds. */
  reload(): Promise<void>;
  /** Removes the frame from the page; pending calls reject with ABORTED. It can be loaded again. */
  end(): void;
}

/** Shared state of one frame's functions. */
interface Holder {
  readonly options: EmbeddedFrameOptions;
  readonly listeners: Set<(event: EmbeddedFrameEvent) => void>;
  current: { readonly frame: OpenFrame; readonly element: HTMLIFrameElement } | undefined;
  status: FrameStatus;
}

/** Creates an instance's frame; it does nothing before it is loaded. */
export function createEmbeddedFrame(options: EmbeddedFrameOptions): EmbeddedFrame {
  const holder: Holder = { options, listeners: new Set(), current: undefined, status: 'absent' };
  const call: FrameCall = (type, payload, callOptions) => send(holder, type, payload, callOptions);
  options.signal.addEventListener('abort', () => end(holder), { once: true });
  return {
    status: () => holder.status,
    element: () => holder.current?.element,
    load: () => load(holder),
    call,
    on(listener) {
      holder.listeners.add(listener);
      return () => void holder.listeners.delete(listener);
    },
    async reload() {
      const frame = holder.current?.frame;
      if (frame === undefined) return load(holder);
      // The page reloads itself after responding. ABORTED means it reloaded before its response arrived. A page that
      // does not respond is replaced.
      await call('RELOAD', {}).then(
        () => frame.renew(),
        (error: unknown) => (isError(error, 'ABORTED') ? undefined : end(holder)),
      );
      return load(holder);
    },
    end: () => end(holder),
  };
}

async function load(holder: Holder): Promise<void> {
  if (holder.options.signal.aborted) throw ended();
  await (holder.current?.frame ?? begin(holder)).ready();
}

function begin(holder: Holder): OpenFrame {
  const { options } = holder;
  const element = createFrameElement(options.title);
  const chainId = options.chainId();
  let pin: FramePin | undefined;
  const frame = openFrame({
    element,
    url: frameUrl({ ...options, chainId, version: VERSION, enableLogger: options.enableLogger === true }),
    async container() {
      const container = await allowedContainer(options);
      pin = await options.pin?.();
      // The browser reads the attribute when the frame loads.
      if (pin) element.setAttribute('csp', pin.policy);
      return container;
    },
    probe: options.probe,
    onSilent: options.onSilent,
    onMet: page => pin?.check(page),
    onEvent: event => {
      show(element, event);
      tell(holder, event);
    },
    onLoading: () => {
      holder.status = 'loading';
    },
    onReady: () => {
      holder.status = 'ready';
      tell(holder, { type: 'READY' });
    },
    onFailure: error => {
      leave(holder);
      options.onFailure?.(error);
    },
  });
  holder.current = { frame, element };
  return frame;
}

function end(holder: Holder): void {
  holder.current?.frame.end(ended());
  leave(holder);
}

function leave(holder: Holder): void {
  holder.current = undefined;
  holder.status = 'absent';
}

function ended(): BaseError {
  return frameError('ABORTED', { context: { type: 'RELOAD' } });
}

function tell(holder: Holder, event: EmbeddedFrameEvent): void {
  for (const listener of [...holder.listeners]) {
    try {
      listener(event);
    } catch (error) {
      // An error in a host's listener must not stop the messages.
      console.error(error);
    }
  }
}

async function send<T extends FrameMessage>(
  holder: Holder,
  type: T,
  payload: FramePayload<T>,
  options: CallOptions = {},
): Promise<FrameSuccess<T>> {
  if (holder.current === undefined) throw embeddedError('FRAME_NOT_SET');
  const messenger = await untilReady(holder.current.frame, type, options.signal);
  return messenger.call(type, payload, options).catch((error: BaseError) => {
    if (error.context.kind !== undefined) holder.options.onFailure?.(error);
    throw error;
  });
}

async function allowedContainer({ container, isAllowed }: EmbeddedFrameOptions): Promise<HTMLElement> {
  if (isAllowed !== undefined && !(await isAllowed())) {
    throw frameError('ORIGIN_NOT_ALLOWED', { context: { kind: 'unverified domain' } });
  }
  return container();
}

/**
 * The iframe is visible only while the wallet page shows something. Escape is passed on, because the wallet page has
 * focus.
 */
function show(element: HTMLIFrameElement, event: FrameEvent): void {
  if (event.type === 'HIDE') element.hidden = true;
  if (event.type === 'ESCAPE') element.dispatchEvent(escapeKey());
  if (event.type !== 'SHOW') return;
  element.hidden = false;
  // Longer content scrolls inside: outside of the viewport, nothing can be approved.
  const room = (element.ownerDocument.defaultView?.innerHeight ?? 0) - AROUND;
  const most = Math.max(LEAST_HEIGHT, room);
  element.height = String(Math.max(0, Math.min(Math.round(event.payload.height), most)));
}

/** Height in CSS pixels that the wallet page needs for an approval. */
const LEAST_HEIGHT = 420;

/** Height in CSS pixels of what a host shows above and below the wallet page. */
const AROUND = 120;

function escapeKey(): KeyboardEvent {
  const key = 'Escape';
  return new KeyboardEvent('keydown', { key, code: key, bubbles: true, composed: true, cancelable: true });
}

/** Resolves with the messenger, unless `signal` aborts first: then nothing is sent. */
function untilReady(frame: OpenFrame, type: string, signal: AbortSignal | undefined): Promise<Messenger> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(frameError('ABORTED', { context: { type } }));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    frame
      .ready()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort));
  });
}
