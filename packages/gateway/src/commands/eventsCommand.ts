import { type EventStore, eventStore, type StoredEvent } from '../project/analytics/store.js';
import type { Settings } from '../server/readSettings.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { withProjects } from './withProjects.js';

const FILTERS = {
  project: { type: 'string' },
  type: { type: 'string' },
  event: { type: 'string' },
  since: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const DAY = 86_400_000;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100_000;

/**
 * `events` and `events prune`.
 *
 * @throws BaseError `INVALID_ARGUMENT`, or the database's error.
 */
export async function eventsCommand(args: readonly string[], settings: Settings): Promise<string> {
  const run = args[0] === 'prune' ? prune(args.slice(1)) : read(args);
  return withProjects(settings, ({ database }) => run(eventStore(database)));
}

type Run = (store: EventStore) => Promise<string>;

function read(args: readonly string[]): Run {
  const { values, positionals } = parseOptions(args, FILTERS);
  if (positionals.length > 0) throw invalidArgument(`There is no command 'events ${positionals[0]}'`);
  const since = values.since === undefined ? undefined : new Date(values.since);
  if (since && Number.isNaN(since.getTime()))
    throw invalidArgument('--since is not a time such as 2026-01-31');
  const limit = whole('limit', values.limit ?? String(DEFAULT_LIMIT), MAX_LIMIT);
  return async store => {
    const { project, type, event } = values;
    const found = await store.find({ projectId: project, type, event, since, limit });
    return found.map(values.json ? one => JSON.stringify(one) : line).join('\n');
  };
}

function prune(args: readonly string[]): Run {
  const { values } = parseOptions(args, { days: { type: 'string' } });
  const days = whole('days', values.days ?? '', 36_500);
  return async store => {
    const gone = await store.deleteBefore(new Date(Date.now() - days * DAY));
    return `${gone} events deleted`;
  };
}

function whole(name: string, text: string, max: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) > max) {
    throw invalidArgument(`--${name} must be a number up to ${max}`);
  }
  return Number(text);
}

/** Formats an event: for an error report the error, for other events the page. */
function line({ receivedAt, projectId, type, event, domain, address, props }: StoredEvent): string {
  const report = [props.errorType, props.errorMessage].filter(text => typeof text === 'string').join(': ');
  return [receivedAt.toISOString(), projectId, type, event, domain, address ?? '-', report]
    .join('\t')
    .replaceAll(/[\n\r]+/g, ' ')
    .trimEnd();
}
