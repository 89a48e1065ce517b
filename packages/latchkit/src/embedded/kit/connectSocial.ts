import type { SocialLoginLink } from '../../core/embeddedWallet/embeddedWalletState.js';
import type { FrameSuccess } from '../../protocol/frame/frameMessages.js';
import type { SocialLoginContext } from './createSocialFlow.js';
import { ask } from './FlowContext.js';
import { loginPayload } from './loginPayload.js';

export interface ConnectOptions {
  readonly signal: AbortSignal;
  /** Called when a link was sent, and undefined when it was followed. */
  readonly onLink: (link: SocialLoginLink | undefined) => void;
}

/** Lets the wallet page redeem the result of a login, or wait for it; then waits for the link if the vault requires one. */
export async function connectSocial(
  context: SocialLoginContext,
  uri: string,
  { signal, onLink }: ConnectOptions,
): Promise<void> {
  const connect = async () => {
    const answer = await ask(context, 'CONNECT_SOCIAL', { uri, ...loginPayload(context.kit) }, { signal });
    if ('action' in answer) onLink(linkOf(answer));
    return 'action' in answer;
  };
  if (!(await connect())) return;
  await awaitLink(context, connect, signal);
  onLink(undefined);
}

const linkOf = ({
  email,
  retryAfter,
}: Extract<FrameSuccess<'CONNECT_SOCIAL'>, { readonly action: unknown }>) => ({
  email,
  resendAt: Date.now() + retryAfter * 1_000,
});

/** Waits until the link is followed. Another link can be requested meanwhile. */
async function awaitLink(
  context: SocialLoginContext,
  sendAgain: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  let call = new AbortController();
  let sending: Promise<unknown> | undefined;
  const stop = () => call.abort();
  signal.addEventListener('abort', stop, { once: true });
  context.offerLink(async () => {
    // The wallet page accepts one call at a time.
    sending ??= Promise.resolve(stop())
      .then(sendAgain)
      .finally(() => {
        sending = undefined;
      });
    await sending;
  });
  try {
    while (!(await isFollowed())) await sending?.catch(() => {});
  } finally {
    signal.removeEventListener('abort', stop);
    context.offerLink(undefined);
  }
  /** Returns false if another link was requested meanwhile. */
  async function isFollowed(): Promise<boolean> {
    call = new AbortController();
    if (signal.aborted) call.abort();
    const own = call.signal;
    try {
      await ask(context, 'CONNECT_DEVICE', {}, { signal: own });
      return true;
    } catch (cause) {
      if (own.aborted && !signal.aborted) return false;
      throw cause;
    }
  }
}
