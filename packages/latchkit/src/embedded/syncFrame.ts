import { VERSION } from '../core/kernel/gatewayUrl.js';
import type { Latchkit } from '../core/Latchkit.js';
import type { LatchkitState } from '../core/LatchkitState.js';
import type { FramePayload } from '../protocol/frame/frameMessages.js';
import { type FrameTheme, frameColors } from '../protocol/frame/frameTheme.js';
import { findLocale } from '../protocol/text.js';
import { drawSiteIcon } from './drawSiteIcon.js';
import type { EmbeddedFrame } from './frame/createEmbeddedFrame.js';

const SYSTEM_DARK = '(prefers-color-scheme: dark)';

/**
 * Sends the wallet page the host's metadata and theme each time it becomes ready, and the theme whenever it changes.
 * Nothing depends on it, so refusals are ignored.
 *
 * @returns a function that stops it; it also stops with `signal`.
 */
export function syncFrame(
  frame: Pick<EmbeddedFrame, 'call' | 'on' | 'status'>,
  kit: Pick<Latchkit, 'options' | 'store'>,
  signal: AbortSignal,
): () => void {
  const system = matchMedia(SYSTEM_DARK);
  let told = '';
  let icon: Promise<string | undefined> | undefined;

  const sendTheme = () => {
    const theme = themeOf(kit.store.getState(), system.matches);
    const text = JSON.stringify(theme);
    if (frame.status() !== 'ready' || text === told) return;
    told = text;
    frame.call('SYNC_THEME', theme).catch(() => {});
  };
  const stopFrame = frame.on(event => {
    if (event.type !== 'READY') return;
    told = '';
    sendTheme();
    const data = dappDataOf(kit);
    frame.call('SYNC_DAPP_DATA', data).catch(() => {});
    icon ??= drawSiteIcon(kit.options.metadata?.icons);
    void icon.then(drawn => {
      if (drawn === undefined || signal.aborted) return;
      const { metadata } = data;
      const icons = [drawn].concat(metadata.icons ?? []).slice(0, 8);
      frame.call('SYNC_DAPP_DATA', { ...data, metadata: { ...metadata, icons } }).catch(() => {});
    });
  });
  const stopStore = kit.store.subscribe((state, before) => {
    if (state.themeMode !== before.themeMode || state.themeVariables !== before.themeVariables) sendTheme();
  });
  system.addEventListener('change', sendTheme);

  const stop = () => {
    stopFrame();
    stopStore();
    system.removeEventListener('change', sendTheme);
  };
  signal.addEventListener('abort', stop, { once: true });
  return stop;
}

/** Converts the theme for the wallet page: resolves `auto` to the system's mode and omits unknown tokens. */
function themeOf({ themeMode, themeVariables }: LatchkitState, isDark: boolean): FrameTheme {
  const mode = themeMode === 'auto' ? (isDark ? 'dark' : 'light') : themeMode;
  const colors = frameColors(themeVariables);
  const accent = colors['--lk-accent'];
  // The same accent under its older name.
  const w3mThemeVariables = accent === undefined ? {} : { '--w3m-accent': accent };
  return { themeMode: mode, themeVariables: colors, w3mThemeVariables };
}

/** Returns the host's metadata, with the page's title and origin as defaults. */
function dappDataOf({ options }: Pick<Latchkit, 'options'>): FramePayload<'SYNC_DAPP_DATA'> {
  const { name, description, url, icons } = options.metadata ?? { name: document.title };
  return {
    metadata: {
      name: name.slice(0, 256),
      description: (description ?? '').slice(0, 1_024),
      url: (url ?? location.origin).slice(0, 2_048),
      icons: (icons ?? []).filter(icon => icon.length <= 8_192).slice(0, 8),
    },
    projectId: options.projectId ?? 'none',
    sdkVersion: VERSION,
    sdkType: 'latchkit',
    locale: findLocale(options.locale ?? document.documentElement.lang),
  };
}
