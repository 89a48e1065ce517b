import * as z from 'zod';

/** Seconds since 1970 that a date can hold (ECMA-262, section "Time Values"). */
export const LATEST_TIME = 8_640_000_000_000;

/** The time of a block or transaction, in seconds since 1970. */
export const chainTime = () => z.number().min(0).max(LATEST_TIME);

/** The same where a node may give none; undefined for what no date can have, as if it had given none. */
export const blockTime = chainTime().nullish().catch(undefined);
