import type { WindowDecision } from './windowMessages.js';

/** A wallet page whose request the window may show, by one of the ways to it. */
export interface Desk {
  decide(decision: WindowDecision): void;
}

/** Takes what a desk sent. The first one that offers the request is the only one that is heard. @returns whether it is that one. */
export type Hear = (from: Desk, message: unknown) => boolean;

/** Ends the window. `window.over`, the default: the request has ended; `window.lost`: there is no way to the wallet page. */
export type WindowEnd = (text?: 'window.over' | 'window.lost') => void;
