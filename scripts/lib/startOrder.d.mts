import { BaseSequencer } from 'vitest/node';

/** Journeys that wait for most of their time. */
export const WAITING: readonly string[];
/** Returns the journeys in the order in which they start. */
export function startOrder<T>(files: readonly T[], pathOf?: (file: T) => string): T[];
/** Vitest's order, changed by `startOrder`. */
export class StartOrder extends BaseSequencer {}
