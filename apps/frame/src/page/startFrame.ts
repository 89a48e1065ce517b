import {
  allowsOrigin,
  type FrameEvent,
  type FramePageConfig,
  type FrameParams,
  framePageConfig,
  frameParams,
} from 'latchkit/protocol';
import { acceptGreeting } from '../host/acceptGreeting.js';
import { createHostSession, type HostSession } from '../host/createHostSession.js';
import type { HostState } from '../host/HostState.js';
import { logMessages } from '../host/logMessages.js';
import { createGateStore } from '../storage/createGateStore.js';
import { createTexts } from '../texts/createTexts.js';
import { createPageHandlers } from './createPageHandlers.js';
import type { WalletPart, WalletPartContext } from './WalletPart.js';

/** Version of the wallet page, as reported to its host. */
export const FRAME_PAGE_VERSION = '0.1.0';

/**
 * Starts the wallet page: it waits for its host's greeting and then handles its messages. It stays silent if its URL, its
 * server configuration or its sandbox is invalid.
 *
 * @param createPart - Creates the part with keys for the accepted host; the host waits until it is ready. Default none: no user
 * is ever signed in.
 */
export async function startFrame(
  self: Window,
  createPart?: (context: WalletPartContext) => Promise<WalletPart>,
): Promise<HostSession | undefined> {
  const page = readPage(self.document);
  if (page === undefined) return undefined;
  const { params, config } = page;
  const host = await acceptGreeting(self, {
    allows: origin => allowsOrigin(config.allowedOrigins, origin),
    nested: config.nested,
    frameVersion: FRAME_PAGE_VERSION,
    surfaces: ['frame'],
    vault: config.vault,
  });
  if (host === undefined) return undefined;
  logMessages(host.port, params);
  const { locale, direction } = createTexts(self.document, self.navigator.languages);
  Object.assign(self.document.documentElement, { lang: locale, dir: direction });
  const state: HostState = {
    chainId: params.chainId,
    accountType: undefined,
    dapp: undefined,
    theme: undefined,
  };
  let server: HostSession | undefined;
  const tell = (event: FrameEvent) => server?.tell(event);
  const block = (milliseconds: number) => server?.approvals.block(milliseconds);
  const abandon = () => server?.abandon();
  const refusals = () => server?.approvals.refusals() ?? 0;
  const context = { self, hostOrigin: host.origin, params, config, state, tell, block, abandon, refusals };
  const part = await createPart?.(context);
  const handlers = { ...createPageHandlers(state, self.document.documentElement, tell), ...part?.handlers };
  server = createHostSession(host.port, handlers, {
    accounts: chainId => part?.accounts(chainId) ?? [],
    onReload: () => self.location.reload(),
    gate: createGateStore(() => self.localStorage, host.origin),
    ownGate: createGateStore(() => self.localStorage, host.origin, 'visitor'),
  });
  followEscape(self, tell);
  host.welcome();
  return server;
}

/** Escape must take effect in the host's page, which does not receive this page's key events. */
function followEscape({ document }: Window, tell: (event: FrameEvent) => void): void {
  document.addEventListener('keydown', ({ key, isTrusted, isComposing, defaultPrevented }) => {
    if (key === 'Escape' && isTrusted && !isComposing && !defaultPrevented)
      tell({ type: 'ESCAPE', payload: {} });
  });
}

/** The page's parameters from its URL and its server. */
interface PageFacts {
  readonly params: FrameParams;
  readonly config: FramePageConfig;
}

/** Reads both; undefined if either is invalid: the page must not start then. */
function readPage(page: Document): PageFacts | undefined {
  const params = frameParams.safeParse(Object.fromEntries(new URLSearchParams(page.location.search)));
  const content = page.querySelector('meta[name="latchkit-frame"]')?.getAttribute('content') ?? '';
  const config = framePageConfig.safeParse(parseJson(content));
  return params.success && config.success ? { params: params.data, config: config.data } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
