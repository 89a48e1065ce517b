import type { EvmAccountType, FramePayload, FrameTheme } from 'latchkit/protocol';

/** What the wallet page knows about its host and the network. */
export interface HostState {
  /** CAIP-2 id of the active network. */
  chainId: string;
  /** The host's preference among EVM accounts, which decides until the user chooses. Undefined: none. */
  accountType: EvmAccountType | undefined;
  /** The host's metadata: shown as claims, never in place of its origin. */
  dapp: FramePayload<'SYNC_DAPP_DATA'> | undefined;
  theme: FrameTheme | undefined;
}
