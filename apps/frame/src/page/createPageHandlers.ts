import { FRAME_COLORS, type FrameEvent, type FrameTheme } from 'latchkit/protocol';
import type { HostHandlers } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';

/**
 * Handlers that need no keys: network, the host's theme and metadata, reload. They treat the user as signed out; the handlers
 * of the wallet part replace them.
 */
export function createPageHandlers(
  state: HostState,
  root: HTMLElement,
  tell: (event: FrameEvent) => void,
): HostHandlers {
  return {
    IS_CONNECTED: () => ({ isConnected: false }),
    GET_CHAIN_ID: () => ({ chainId: state.chainId }),
    SWITCH_NETWORK({ chainId }) {
      if (state.chainId !== chainId) {
        state.chainId = chainId;
        tell({ type: 'CHAIN_CHANGED', payload: { chainId } });
      }
      return { chainId };
    },
    SYNC_THEME(theme) {
      state.theme = theme;
      applyTheme(theme, root);
      return {};
    },
    SYNC_DAPP_DATA(dapp) {
      state.dapp = dapp;
      return {};
    },
    SIGN_OUT: () => ({}),
    RELOAD: () => ({}),
  };
}

/** Sets mode and colours by script, since the page's policy allows no inline styles. */
function applyTheme({ themeMode, themeVariables, w3mThemeVariables }: FrameTheme, root: HTMLElement): void {
  root.dataset.theme = themeMode;
  // Hosts with other names for the tokens send only an accent.
  const colors: FrameTheme['themeVariables'] = themeVariables ?? {
    '--lk-accent': w3mThemeVariables?.['--w3m-accent'],
  };
  for (const name of FRAME_COLORS) {
    const color = colors[name];
    if (color === undefined) root.style.removeProperty(name);
    else root.style.setProperty(name, color);
  }
}
