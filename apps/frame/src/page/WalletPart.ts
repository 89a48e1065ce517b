import type { FrameEvent, FramePageConfig, FrameParams } from 'latchkit/protocol';
import type { HostHandlers } from '../host/HostHandlers.js';
import type { HostState } from '../host/HostState.js';

/** The dependencies of the page part with keys, available once a host was accepted. */
export interface WalletPartContext {
  readonly self: Window;
  /** The host's origin as the browser reports it: approvals show it and sessions are bound to it. */
  readonly hostOrigin: string;
  readonly params: FrameParams;
  readonly config: FramePageConfig;
  readonly state: HostState;
  /** Sends an event to the host. */
  readonly tell: (event: FrameEvent) => void;
  /** Blocks the host's approval requests for this many milliseconds. */
  readonly block: (milliseconds: number) => void;
  /** Ends the requests that wait for the user, with ABORTED. */
  readonly abandon: () => void;
  /** How many of the host's requests the user refused within the last minute. */
  readonly refusals: () => number;
}

/** The page part with keys: the signed-in user and signing. */
export interface WalletPart {
  /** Handlers that add to the page's own or replace them. */
  readonly handlers: HostHandlers;
  /** Addresses of the accounts that are active with a chain, by default the current one: a request for another signer is rejected. */
  readonly accounts: (chainId?: string) => readonly string[];
}
