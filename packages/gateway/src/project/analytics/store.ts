import type { AnalyticsEvent } from 'latchkit/protocol';
import * as z from 'zod';
import type { Database } from '../../platform/ports/Database.js';

/** An event with its origin. */
export interface ReceivedEvent {
  readonly event: AnalyticsEvent;
  readonly sdkType: string | undefined;
  readonly sdkVersion: string | undefined;
}

const storedEvent = z.object({
  projectId: z.string(),
  eventId: z.string(),
  type: z.string(),
  event: z.string(),
  address: z.string().nullable(),
  url: z.string(),
  domain: z.string(),
  sdkType: z.string().nullable(),
  sdkVersion: z.string().nullable(),
  occurredAt: z.date(),
  receivedAt: z.date(),
  props: z.record(z.string(), z.unknown()),
});

/** An event as operators read it. */
export type StoredEvent = z.infer<typeof storedEvent>;

/** Selects events; an omitted filter matches all. */
export interface EventFilter {
  readonly projectId?: string | undefined;
  /** Type of event; `error` selects error reports. */
  readonly type?: string | undefined;
  readonly event?: string | undefined;
  /** Received at or after this time. */
  readonly since?: Date | undefined;
  /** Maximum number of events, newest first. */
  readonly limit: number;
}

export interface EventStore {
  /** Stores the events, except ids that the project has already sent. Resolves with the number of new ones. */
  add(projectId: string, events: readonly ReceivedEvent[]): Promise<number>;
  /** Returns matching events, newest first. */
  find(filter: EventFilter): Promise<readonly StoredEvent[]>;
  /** Deletes events received before this time, at most so many; resolves with their number. */
  deleteBefore(time: Date, most?: number): Promise<number>;
}

/** Text that PostgreSQL rejects: NUL and unpaired surrogates, as escaped in JSON. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/** End of the year 9999, the last that PostgreSQL parses from ISO 8601. */
const LAST_TIME = 253_402_300_799_999;

/** Stores events in this database. */
export function eventStore(database: Database): EventStore {
  return {
    async add(projectId, events) {
      const rows = JSON.stringify(events.map(toRow)).replace(UNSTORABLE, '$1\\ufffd');
      const stored = await database.query(
        `insert into events
           (project_id, event_id, type, event, address, url, domain, sdk_type, sdk_version, occurred_at, props)
         select $1, event_id, type, event, address, url, domain, sdk_type, sdk_version, occurred_at, props
         from jsonb_to_recordset($2::jsonb) as row (event_id text, type text, event text, address text, url text,
           domain text, sdk_type text, sdk_version text, occurred_at timestamptz, props jsonb)
         on conflict (project_id, event_id) do nothing returning 1`,
        [projectId, rows],
      );
      return stored.length;
    },
    async find({ projectId, type, event, since, limit }) {
      const rows = await database.query(
        `select project_id as "projectId", event_id as "eventId", type, event, address, url, domain,
           sdk_type as "sdkType", sdk_version as "sdkVersion", occurred_at as "occurredAt",
           received_at as "receivedAt", props
         from events
         where ($1::text is null or project_id = $1) and ($2::text is null or type = $2)
           and ($3::text is null or event = $3) and ($4::timestamptz is null or received_at >= $4)
         order by id desc limit $5`,
        [projectId ?? null, type ?? null, event ?? null, since ?? null, limit],
      );
      return rows.map(row => storedEvent.parse(row));
    },
    async deleteBefore(time, most) {
      const rows = await database.query(
        `with gone as (
           delete from events where id in (
             select id from events where received_at < $1 order by received_at limit $2)
           returning 1
         ) select count(*)::int as n from gone`,
        [time, most ?? null],
      );
      return Number(rows[0]?.n ?? 0);
    },
  };
}

function toRow({ event, sdkType, sdkVersion }: ReceivedEvent): Record<string, unknown> {
  const { eventId, url, domain, timestamp, props } = event;
  return {
    event_id: eventId,
    type: props.type,
    event: props.event,
    address: props.address ?? null,
    url,
    domain,
    sdk_type: sdkType ?? null,
    sdk_version: sdkVersion ?? null,
    occurred_at: new Date(Math.min(timestamp, LAST_TIME)).toISOString(),
    props,
  };
}
