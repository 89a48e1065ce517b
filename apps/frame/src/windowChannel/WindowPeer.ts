import type { WindowDecision } from './windowMessages.js';

/** A wallet page whose request the window may show, through one of the transports. */
export interface WindowPeer {
  decide(decision: WindowDecision): void;
}

/** Receives a peer's message. Only the first peer that offers the request is accepted. @returns whether it is that one. */
export type PeerListener = (from: WindowPeer, message: unknown) => boolean;

/** Ends the window. `window.over` (default): the request has ended; `window.lost`: the wallet page can't be reached. */
export type WindowEnd = (text?: 'window.over' | 'window.lost') => void;
