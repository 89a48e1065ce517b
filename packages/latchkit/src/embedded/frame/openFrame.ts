import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { embeddedError } from '../embeddedErrors.js';
import type { Messenger } from '../messenger/createMessenger.js';
import { createLink } from './createLink.js';

/** A wallet page in an iframe. */
export interface OpenFrame {
  /** Resolves once the page answered and the ready delay is over; anew after each of its loads. */
  readonly ready: () => Promise<Messenger>;
  /** The wallet page is about to load anew, at its own hand. */
  renew(): void;
  /** Takes it out of the page; all that waits rejects with the error. */
  end(error: BaseError): void;
}

export interface OpenFrameOptions {
  readonly url: URL;
  readonly element: HTMLIFrameElement;
  /** The parent that it stays in: an iframe that is moved loads anew. */
  readonly container: () => Promise<HTMLElement>;
  /** Hears what the wallet page tells unasked. Must not throw. */
  readonly onEvent: (event: FrameEvent) => void;
  readonly onLoading: () => void;
  /** The wallet page answered, for the first time or again, and initialisation is over. */
  readonly onReady: () => void;
  /** It did not load, or cannot be used. It is out of the page by then. */
  readonly onFailure: (error: BaseError) => void;
}

/**
 * Loads the wallet page and greets it after each of its loads, so that a page that reloads is found again. It fails 20 s after
 * the start of a load that nobody answers [TIME-01]; one that loaded, yet stays silent, is loaded once more within that time.
 */
export function openFrame(options: OpenFrameOptions): OpenFrame {
  const { url, element, onEvent, onLoading, onReady } = options;
  let limit: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  const stopTimers = () => {
    clearTimeout(limit);
    clearTimeout(silence);
  };
  const end = (error: BaseError) => {
    hasEnded = true;
    stopTimers();
    element.removeEventListener('load', onLoad);
    element.remove();
    link.end(error);
  };
  const fail = (cause: unknown) => {
    if (hasEnded) return;
    const error = isError(cause) ? cause : frameError('INTERNAL', { cause });
    end(error);
    options.onFailure(error);
  };
  const link = createLink({ origin: url.origin, onEvent, onReady, onMet: stopTimers, onRefused: fail });

  const beginLoad = () => {
    onLoading();
    clearTimeout(limit);
    limit = setTimeout(() => fail(loadFailed()), FRAME_TIMES.load);
  };
  const renew = () => {
    link.lose();
    beginLoad();
  };
  let isFirst = true;
  const onLoad = () => {
    const target = element.contentWindow;
    if (target === null) return;
    if (link.isMet()) renew();
    link.greet(target);
    if (!isFirst) return;
    isFirst = false;
    silence = setTimeout(() => {
      element.src = url.href;
    }, FRAME_TIMES.silence);
  };

  element.addEventListener('load', onLoad);
  element.src = url.href;
  beginLoad();
  options.container().then(parent => {
    if (!hasEnded) parent.append(element);
  }, fail);
  return { ready: link.ready, renew, end };
}

function loadFailed(): BaseError {
  return embeddedError('FRAME_LOAD_FAILED', { context: { kind: 'iframe_load_failed' } });
}
