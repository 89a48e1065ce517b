import type { FramePayload, FrameSuccess } from '../../protocol/frame/frameMessages.js';
import { uuid } from '../../protocol/uuid.js';
import { walletUrl } from '../frame/createFrameElement.js';
import { ask, type FlowContext } from './FlowContext.js';
import type { ApprovalView } from './followApprovals.js';
import { followShown } from './followShown.js';
import { opensApart } from './opensApart.js';

export interface WindowContext extends FlowContext {
  /** Base URL of the wallet service. */
  readonly wallet: string;
  /** Shows the wallet page while it waits: it has a button that opens the window, if the popup was blocked or can't be reached. */
  readonly view: ApprovalView;
}

/** {@link askInWindow} with its context. */
export type AskInWindow = <Type extends 'CONNECT_SIBLING' | 'MANAGE_WALLET'>(
  type: Type,
  payload: FramePayload<Type>,
  popup: Window | null,
  signal: AbortSignal,
) => Promise<FrameSuccess<Type>>;

/**
 * Sends a message that the visitor answers in the wallet window, and waits for the answer. Leaving the view of the wallet page aborts
 * it.
 *
 * @param popup - An empty popup for the window; null: it was blocked.
 * @throws the wallet page's errors; ABORTED
 */
export async function askInWindow<Type extends 'CONNECT_SIBLING' | 'MANAGE_WALLET'>(
  context: WindowContext,
  type: Type,
  payload: FramePayload<Type>,
  popup: Window | null,
  signal: AbortSignal,
): Promise<FrameSuccess<Type>> {
  const { view, wallet } = context;
  const id = uuid();
  const left = new AbortController();
  const leave = () => left.abort();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  let isShown = false;
  let failure: unknown;
  const stay = view.onLeave(() => {
    if (isShown) leave();
  });
  const stop = followShown(context, next => {
    isShown = next;
    // Whatever the decision, the view that asked says it.
    view.hear(next ? 'asked' : 'approved');
  });
  try {
    const url = walletUrl(wallet, 'window');
    url.hash = id;
    if (popup) void openIn(popup, url);
    return await ask(context, type, payload, { id, signal: left.signal });
  } catch (cause) {
    failure = cause;
    throw cause;
  } finally {
    stop();
    view.hold(failure);
    stay();
    signal.removeEventListener('abort', leave);
  }
}

/** Opens the wallet window in the popup. If the page's opener policy would separate them, only the wallet page can open one that is reached. */
async function openIn(popup: Window, url: URL): Promise<void> {
  if (await opensApart()) popup.close();
  else popup.location.replace(url);
}
