import * as z from 'zod';

/** The last second that a date can have. */
export const MOST_SECONDS = 8_640_000_000_000;

/** The time of a block in seconds; undefined for what no date can have, as if the node had given none. */
export const blockTime = z.int().nonnegative().max(MOST_SECONDS).nullish().catch(undefined);
