import type { FrameEvent, FramePageConfig, FrameParams } from 'latchkit/protocol';
import type { FrameHandlers } from '../messenger/FrameHandlers.js';
import type { ShellState } from './ShellState.js';

/** What the part of the page that has keys is made with, once a host was let in. */
export interface WalletPartContext {
  readonly self: Window;
  /** The host's origin, in the browser's own word: what approvals show and sessions are bound to. */
  readonly hostOrigin: string;
  readonly params: FrameParams;
  readonly config: FramePageConfig;
  readonly state: ShellState;
  /** Tells the host something unasked. */
  readonly tell: (event: FrameEvent) => void;
  /** Shuts the host's requests for approval out for so many milliseconds. */
  readonly block: (milliseconds: number) => void;
  /** Ends what waits for the visitor, with ABORTED. */
  readonly abandon: () => void;
  /** How many of the host's requests the visitor refused within the last minute. */
  readonly refusals: () => number;
}

/** The part of the page that has keys: who is signed in, and what is signed. */
export interface WalletPart {
  /** Handlers besides those of the page, or in their place. */
  readonly handlers: FrameHandlers;
  /** Addresses of the active accounts, of every kind of chain: a request for another signer is rejected. */
  readonly accounts: () => readonly string[];
}
