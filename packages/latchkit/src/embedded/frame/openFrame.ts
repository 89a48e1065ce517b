import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { embeddedError } from '../embeddedErrors.js';
import type { Messenger } from '../messenger/createMessenger.js';
import { createLink, type MetFrame } from './createLink.js';
import type { FoundWallet } from './probeWallet.js';

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
  /** Looks at what answers at the wallet page's address while it is silent. Default: nothing looks. */
  readonly probe?: (() => Promise<FoundWallet>) | undefined;
  /** It is silent, and the page's policy does not allow to look why. */
  readonly onSilent?: (() => void) | undefined;
}

/**
 * Loads the wallet page, and greets it after each load so that a reloaded page is connected again. It fails 20 s after
 * the start of a load without a response; a page that loaded but does not respond is reloaded once within that time. It fails at
 * once where it is certain that no wallet page comes: the host page's policy blocks the frame, or no wallet service answers.
 */
export function openFrame(options: OpenFrameOptions): OpenFrame {
  const { url, element, onEvent, onLoading, onReady } = options;
  const page = element.ownerDocument;
  let limit: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let look: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  const stopTimers = () => {
    clearTimeout(limit);
    clearTimeout(silence);
    clearTimeout(look);
  };
  const end = (error: BaseError) => {
    hasEnded = true;
    stopTimers();
    page.removeEventListener('securitypolicyviolation', onViolation);
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

  const onViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    const isFrame = disposition === 'enforce' && effectiveDirective === 'frame-src';
    if (isFrame && blockedURI.startsWith(url.origin)) fail(loadFailed(url, 'policy'));
  };
  const lookAfter = (delay: number) => {
    const { probe } = options;
    if (!probe) return;
    clearTimeout(look);
    look = setTimeout(async () => {
      const found = await probe();
      if (hasEnded || link.isMet()) return;
      if (found === 'other' || found === 'nothing') fail(loadFailed(url, found));
      if (found === 'unknown') options.onSilent?.();
    }, delay);
  };

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
    lookAfter(FRAME_TIMES.look);
    silence = setTimeout(() => {
      element.src = url.href;
    }, FRAME_TIMES.silence);
  };

  page.addEventListener('securitypolicyviolation', onViolation);
  element.addEventListener('load', onLoad);
  element.src = url.href;
  beginLoad();
  options.container().then(parent => {
    if (hasEnded) return;
    parent.append(element);
    // Some browsers report no load of a page that does not come.
    if (isFirst) lookAfter(FRAME_TIMES.lookUnloaded);
  }, fail);
  return { ready: link.ready, renew, end };
}

/** Why it is certain that no wallet page comes: see `FoundWallet`; `policy`, the host page's CSP blocks the frame. */
type LoadFailure = 'other' | 'nothing' | 'policy';

function loadFailed({ origin }: URL, reason?: LoadFailure): BaseError {
  const context = { kind: 'iframe_load_failed', address: origin };
  return embeddedError('FRAME_LOAD_FAILED', { context: reason ? { ...context, reason } : context });
}
