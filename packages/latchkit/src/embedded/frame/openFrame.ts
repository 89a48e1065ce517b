import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { embeddedError } from '../embeddedErrors.js';
import type { Messenger } from '../messenger/createMessenger.js';
import { createLink, type MetFrame } from './createLink.js';

/** A wallet page in an iframe. */
export interface OpenFrame {
  /** Resolves once the page has responded and the ready delay is over; again after each of its loads. */
  readonly ready: () => Promise<Messenger>;
  /** The wallet page is about to reload itself. */
  renew(): void;
  /** Removes it from the page; everything that waits rejects with the error. */
  end(error: BaseError): void;
}

export interface OpenFrameOptions {
  readonly url: URL;
  readonly element: HTMLIFrameElement;
  /** The permanent parent: an iframe that is moved reloads. */
  readonly container: () => Promise<HTMLElement>;
  /** Receives the wallet page's events. Must not throw. */
  readonly onEvent: (event: FrameEvent) => void;
  readonly onLoading: () => void;
  /** A page responded; to refuse it, throw. */
  readonly onMet: (page: MetFrame) => void;
  /** The wallet page is ready, for the first time or again. */
  readonly onReady: () => void;
  /** It did not load or can't be used, and was removed from the page. */
  readonly onFailure: (error: BaseError) => void;
}

/**
 * Loads the wallet page, and greets it after each load so that a reloaded page is connected again. It fails 20 s after
 * the start of a load without a response; a page that loaded but does not respond is reloaded once within that time.
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
  const onMet = (page: MetFrame) => {
    options.onMet(page);
    stopTimers();
  };
  const link = createLink({ origin: url.origin, onEvent, onReady, onMet, onRefused: fail });

  const beginLoad = () => {
    onLoading();
    clearTimeout(limit);
    limit = setTimeout(() => fail(loadFailed(url)), FRAME_TIMES.load);
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

function loadFailed({ origin }: URL): BaseError {
  return embeddedError('FRAME_LOAD_FAILED', { context: { kind: 'iframe_load_failed', address: origin } });
}
