import type { AnalyticsEvent } from '../../protocol/gateway/analytics.js';
import { uuid } from '../../protocol/uuid.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import { redact } from './redact.js';

/** Maximum length of an error's message and stack in a report. */
const MESSAGE_LIMIT = 500;
const STACK_LIMIT = 2_000;

/** The event in the format of `POST /e`: its data and the visitor's address, or an error report. */
export function toAnalyticsEvent(event: LatchkitEvent, address: string | undefined): AnalyticsEvent {
  const { timestamp, ...data } = event;
  return {
    eventId: uuid(),
    // The query and fragment of a page's URL may contain secrets.
    url: `${location.origin}${location.pathname}`.slice(0, 2_048),
    domain: location.hostname,
    timestamp,
    props: { type: 'track', ...(address ? { address } : {}), ...(toErrorProps(event) ?? data) },
  };
}

function toErrorProps(event: LatchkitEvent) {
  if (event.event !== 'INTERNAL_ERROR') return undefined;
  return {
    type: 'error',
    event: event.source,
    errorType: event.errorType,
    errorMessage: redact(event.errorMessage, MESSAGE_LIMIT),
    stackTrace: redact(event.stackTrace, STACK_LIMIT),
  };
}
