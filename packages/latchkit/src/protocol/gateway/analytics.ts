import * as z from 'zod/mini';

/** The maximum time value of a `Date`. */
const LAST_TIME = 8.64e15;

const text = (limit: number) => z.string().check(z.maxLength(limit));

/**
 * An event's type, its own data and the visitor's address. An error report has the type `error` and contains `errorType`,
 * `errorMessage` and `stackTrace`.
 */
export const analyticsProps = z.looseObject({
  type: text(40),
  /** Type of the event, for example `CONNECT_SUCCESS`. */
  event: text(100),
  /** The visitor's active address. */
  address: z.optional(z.nullable(text(200))),
});

/** One event of `POST /e`. */
export const analyticsEvent = z.object({
  /** A UUID, unique per event. */
  eventId: text(100).check(z.minLength(1)),
  /** URL of the page, without query and fragment, which may contain secrets. */
  url: text(2_048),
  /** The page's host name. */
  domain: text(255),
  /** Milliseconds since the epoch. */
  timestamp: z.number().check(z.minimum(0), z.maximum(LAST_TIME)),
  props: analyticsProps,
});

export type AnalyticsEvent = z.infer<typeof analyticsEvent>;

/** Maximum number of events in one body. */
export const MAX_ANALYTICS_BATCH = 50;

/** Body of `POST /e`: one event, or a batch. The client falls back to single events if a service rejects lists. */
export const analyticsBody = z.union([
  analyticsEvent,
  z.array(analyticsEvent).check(z.minLength(1), z.maxLength(MAX_ANALYTICS_BATCH)),
]);

/** Response of `POST /e`: the number of accepted events. */
export const analyticsAnswer = z.object({ accepted: z.number() });
