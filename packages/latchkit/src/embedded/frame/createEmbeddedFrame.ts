import { VERSION } from '../../core/kernel/version.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import type { FrameMessage, FramePayload, FrameSuccess } from '../../protocol/frame/frameMessages.js';
import { embeddedError } from '../embeddedErrors.js';
import type { CallOptions, FrameCall, Messenger } from '../messenger/createMessenger.js';
import { createFrameElement, type FrameAddress, frameUrl } from './createFrameElement.js';
import { type OpenFrame, openFrame } from './openFrame.js';

export interface EmbeddedFrameOptions extends Pick<FrameAddress, 'wallet' | 'projectId'> {
  /** CAIP-2 id of the network that the page is on when the frame loads. */
  readonly chainId: () => string;
  /** The wallet page logs types, ids and durations; development projects only. Default false. */
  readonly enableLogger?: boolean | undefined;
  /**
   * The element that the iframe becomes a light-DOM child of, for as long as it lives: the modal's element, in whose shadow
   * root a slot named `frame` shows it. Popups of the wallet reach it only there.
   */
  readonly container: () => HTMLElement | Promise<HTMLElement>;
  /** What assistive technology calls the iframe. */
  readonly title: string;
  /** Whether the project knows this page's origin. Where it does not, no frame is made [ERR-34]. Default yes. */
  readonly isAllowed?: (() => Promise<boolean>) | undefined;
  /** Hears of a load or request that timed out, and of a domain that is not the project's [ERR-32] [ERR-33] [ERR-34]. */
  readonly onFailure?: ((error: BaseError) => void) | undefined;
  /** Ends the frame for good. */
  readonly signal: AbortSignal;
}

/** `absent` until it is asked for, and again after it failed or ended. */
export type FrameStatus = 'absent' | 'loading' | 'ready';

/** What a frame tells: the wallet page's events, and `READY` after each time that it became ready. */
export type EmbeddedFrameEvent = FrameEvent | { readonly type: 'READY' };

/** The embedded wallet's page, in a hidden iframe that is loaded when something needs it. */
export interface EmbeddedFrame {
  status(): FrameStatus;
  /** The iframe, while there is one. The SHOW and HIDE of the wallet page set its `hidden` and its `height`. */
  element(): HTMLIFrameElement | undefined;
  /**
   * Loads it, if it is not there. Asked again after a failure it tries again.
   *
   * @throws FRAME_LOAD_FAILED after 20 s; ORIGIN_NOT_ALLOWED; UNSUPPORTED_VERSION.
   */
  load(): Promise<void>;
  /**
   * Sends a message once the wallet page is ready, and answers with its success [STATE-10].
   *
   * @throws FRAME_NOT_SET when it was never loaded; the wallet's own errors (`FRAME_ERRORS`); TIMEOUT; ABORTED.
   */
  readonly call: FrameCall;
  /** Hears what the frame tells; answers how to stop. */
  on(listener: (event: EmbeddedFrameEvent) => void): () => void;
  /** Loads the wallet page anew, at its own hand where it answers. */
  reload(): Promise<void>;
  /** Takes it out of the page; calls under way reject with ABORTED. It can be loaded again. */
  end(): void;
}

/** What the functions of one frame share. */
interface Holder {
  readonly options: EmbeddedFrameOptions;
  readonly listeners: Set<(event: EmbeddedFrameEvent) => void>;
  current: { readonly frame: OpenFrame; readonly element: HTMLIFrameElement } | undefined;
  status: FrameStatus;
}

/** Makes the frame of an instance; it touches nothing before it is loaded. */
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
      // It reloads itself after its answer. ABORTED: its load was faster than the answer. One that gives none is replaced.
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
  const frame = openFrame({
    element,
    url: frameUrl({ ...options, chainId, version: VERSION, enableLogger: options.enableLogger === true }),
    container: () => allowedContainer(options),
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
      // A listener is the host's: it must not stop the messages.
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

/** The iframe is seen only while the wallet page has something to show. Escape goes on from it: its page has the keys. */
function show(element: HTMLIFrameElement, event: FrameEvent): void {
  if (event.type === 'HIDE') element.hidden = true;
  if (event.type === 'ESCAPE') element.dispatchEvent(escapeKey());
  if (event.type !== 'SHOW') return;
  element.hidden = false;
  element.height = String(Math.max(0, Math.min(Math.round(event.payload.height), 2_000)));
}

function escapeKey(): KeyboardEvent {
  const key = 'Escape';
  return new KeyboardEvent('keydown', { key, code: key, bubbles: true, composed: true, cancelable: true });
}

/** The messenger, unless `signal` is aborted first: then nothing is sent. */
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
