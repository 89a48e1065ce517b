import * as z from 'zod/mini';

/** The latest time that a `Date` can hold. */
const LAST_TIME = 8.64e15;

const text = (limit: number) => z.string().check(z.maxLength(limit));

/**
 * What an event says: its own data beside these [CALL-12]. An error report has the type `error` and holds `errorType`,
 * `errorMessage` and `stackTrace` [CALL-14].
 */
export const analyticsProps = z.looseObject({
  type: text(40),
  /** Kind of the event, for example `CONNECT_SUCCESS`. */
  event: text(100),
  /** The visitor's active address. */
  address: z.optional(z.nullable(text(200))),
});

/** One event of `POST /e` [CALL-11]. */
export const analyticsEvent = z.object({
  /** A UUID, different for each event. */
  eventId: text(100).check(z.minLength(1)),
  /** The page, without query and fragment: those may hold secrets. */
  url: text(2_048),
  /** The page's host name. */
  domain: text(255),
  /** Milliseconds since the epoch. */
  timestamp: z.number().check(z.minimum(0), z.maximum(LAST_TIME)),
  props: analyticsProps,
});

export type AnalyticsEvent = z.infer<typeof analyticsEvent>;

/** Events that may travel in one body. */
export const MAX_ANALYTICS_BATCH = 50;

/**
 * Body of `POST /e`: one event, or several that arose together. The client falls back to single events where a service
 * refuses a list.
 */
export const analyticsBody = z.union([
  analyticsEvent,
  z.array(analyticsEvent).check(z.minLength(1), z.maxLength(MAX_ANALYTICS_BATCH)),
]);

/** Answer of `POST /e`: how many events were taken. */
export const analyticsAnswer = z.object({ accepted: z.number() });
