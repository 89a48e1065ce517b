import * as z from 'zod';
import { guardedStatus, type RequestGuard } from '../../platform/http/guardedRequest.js';
import { errorFields, type Log } from '../../platform/jsonLog.js';
import type { Database } from '../../platform/ports/Database.js';
import { webhookHeaders } from '../../platform/signWebhook.js';

/** Events that a replica claims at once. */
const BATCH = 20;
/** Events of one project that wait for its server at once: a slow server holds up no other project. */
const MOST_OF_PROJECT = 20;
/** Milliseconds that a server has to respond, and after which another replica sends what this one has claimed. */
const TIMEOUT = 10_000;
const CLAIM = 30_000;
/** Milliseconds between attempts, the last one repeated. */
const RETRY_DELAYS = [2_000, 5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000, 2 * 60 * 60_000];
/** Milliseconds after which an event is given up. */
const LIFE = 24 * 60 * 60_000;

const eventRow = z.object({
  id: z.string(),
  projectId: z.string(),
  body: z.string(),
  attempts: z.number(),
  createdAt: z.date(),
  url: z.string().nullable(),
  secret: z.string(),
});

type DueEvent = z.infer<typeof eventRow>;

export interface DeliveryParts {
  readonly database: Database;
  readonly guard: RequestGuard;
  readonly log: Log;
  readonly stopped: AbortSignal;
  readonly now: () => number;
  /** Events that wait for their server, by project. Default: none. */
  readonly waiting?: Map<string, number> | undefined;
  /** Projects that don't exist in this mode. Default: none. */
  readonly without?: readonly string[] | undefined;
  /** Default: from 2 s to 2 h. */
  readonly retryDelays?: readonly number[] | undefined;
}

/**
 * Sends the events that are due. A claim in the database keeps two replicas from sending the same event; an event whose answer was
 * lost, for example because the process was killed, is sent again under the same id.
 *
 * @returns the number of events, before their servers have answered, and when all have.
 */
export async function deliverEvents(
  parts: DeliveryParts,
): Promise<{ readonly count: number; readonly sent: Promise<unknown> }> {
  const now = parts.now();
  const { waiting = new Map<string, number>(), without = [] } = parts;
  const busy = [...waiting].flatMap(([id, count]) => (count >= MOST_OF_PROJECT ? [id] : []));
  const rows = await parts.database.query(
    `update payment_events e set attempts = attempts + 1, next_at = $2
     from payment_projects p
     where p.project_id = e.project_id and e.id in (
       select id from payment_events
       where ended_at is null and next_at <= $1 and project_id <> all(string_to_array($3, ' '))
       order by position limit ${BATCH} for update skip locked)
     returning e.id, e.project_id as "projectId", e.body, e.attempts, e.created_at as "createdAt",
       p.webhook_url as url, p.webhook_secret as secret`,
    [new Date(now), new Date(now + CLAIM), [...busy, ...without].join(' ')],
  );
  const due = rows.map(row => eventRow.parse(row));
  const add = ({ projectId }: DueEvent, change: number) =>
    waiting.set(projectId, (waiting.get(projectId) ?? 0) + change);
  for (const event of due) add(event, 1);
  const sent = due.map(event => deliver(event, parts).finally(() => add(event, -1)));
  return { count: due.length, sent: Promise.all(sent) };
}

async function deliver(event: DueEvent, parts: DeliveryParts): Promise<void> {
  const { database, log, now, retryDelays = RETRY_DELAYS } = parts;
  const { id, projectId, attempts, createdAt } = event;
  const failure = await send(event, parts).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined && parts.stopped.aborted) return;
  if (failure === undefined) {
    await database.query(
      'update payment_events set ended_at = now(), is_delivered = true where project_id = $1 and id = $2',
      [projectId, id],
    );
    return;
  }
  const delay = retryDelays[Math.min(attempts, retryDelays.length) - 1] ?? 0;
  const isOver = now() + delay - createdAt.getTime() > LIFE;
  log('warn', isOver ? 'webhook_given_up' : 'webhook_failed', {
    ...{ id, projectId, attempts },
    ...errorFields(failure),
  });
  await database.query(
    `update payment_events set next_at = $3, ended_at = case when $4 then now() end where project_id = $1 and id = $2`,
    [projectId, id, new Date(now() + delay), isOver],
  );
}

/** @throws if the server does not answer with a status of 2xx. */
async function send({ id, body, url, secret }: DueEvent, parts: DeliveryParts): Promise<void> {
  if (url === null) throw new Error('The project has no webhook');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const status = await guardedStatus(
    new URL(url),
    body,
    AbortSignal.any([parts.stopped, AbortSignal.timeout(TIMEOUT)]),
    parts.guard,
    webhookHeaders(key, id, body),
  );
  if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}`);
}
