import type { FramePayload, FrameTheme } from 'latchkit/protocol';

/** What the wallet page knows of its host and of the network. */
export interface ShellState {
  /** CAIP-2 id of the active network. */
  chainId: string;
  /** What the host says of itself: shown as claims, never in place of its origin. */
  dapp: FramePayload<'SYNC_DAPP_DATA'> | undefined;
  theme: FrameTheme | undefined;
}
