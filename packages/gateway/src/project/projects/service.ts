import { allowsOrigin } from 'latchkit/protocol';
import { databaseAway } from '../../platform/http/answerError.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { PubSub } from '../../platform/ports/PubSub.js';
import { DEVELOPMENT_PROJECT_ID } from './developmentProject.js';
import type { Project, ProjectStore } from './store.js';

/** Channel on which replicas announce the id of a changed project. */
export const PROJECT_CHANGES = 'projects';

/**
 * Milliseconds for which a project is cached. Announcements may be lost (a broken connection, a change without Redis); the
 * expiry alone applies a change on every replica within 2 s.
 */
const COPY_LIFE = 1_000;

/**
 * Milliseconds for which a cached project is served while the database is unreachable: long enough to restart a server, short
 * enough that a removed origin loses access soon.
 */
const STALE_LIFE = 600_000;
/** Milliseconds that callers wait for a slow database before they get the cached project. */
const PATIENCE = 500;

/** Maximum number of cached projects; the oldest are evicted. */
const MAX_COPIES = 10_000;

export interface ProjectService {
  /**
   * @throws HttpError 404 `PROJECT_NOT_FOUND`; 503 `DATABASE_UNAVAILABLE` when the database is unreachable and the
   * project was not read in the last ten minutes.
   */
  get(id: string): Promise<Project>;
  /** Returns the project if it is cached. */
  known(id: string): Project | undefined;
  /** Unsubscribes from changes. */
  close(): Promise<void>;
}

/** A project at its last read. */
interface Read {
  readonly project: Project;
  readonly at: number;
}

interface Copy {
  readonly project: Promise<Project | undefined>;
  /** Project to serve immediately: the last result, or the one before if the last read failed. */
  found: Project | undefined;
  last: Read | undefined;
  readonly expires: number;
}

/**
 * Finds projects for the endpoints. The cache limits the database to about one query per project, replica and second,
 * regardless of the number of requests.
 *
 * @param developmentMode - Whether the development project exists. Otherwise it is unknown, even if an earlier run in
 * development mode left it in the database.
 */
export async function projectService(
  store: ProjectStore,
  changes: PubSub,
  developmentMode: boolean,
  now: () => number = () => Date.now(),
): Promise<ProjectService> {
  const copies = new Map<string, Copy>();
  const stopListening = await changes.subscribe(PROJECT_CHANGES, id => copies.delete(id));

  const ask = (id: string): Promise<Project | undefined> => {
    const last = copies.get(id)?.last;
    const before = last !== undefined && now() - last.at < STALE_LIFE ? last : undefined;
    const read = store.find(id);
    const copy: Copy = {
      project: before === undefined ? read.catch(refuse) : orAsBefore(read, before.project),
      found: undefined,
      last: before,
      expires: now() + COPY_LIFE,
    };
    copies.delete(id);
    if (copies.size >= MAX_COPIES) copies.delete(copies.keys().next().value ?? id);
    copies.set(id, copy);
    read.then(
      project => {
        copy.last = project && { project, at: now() };
        copy.found = project;
      },
      () => {},
    );
    copy.project.then(
      project => {
        copy.found ??= project;
      },
      // A failure isn't cached: the next caller reads again.
      () => {
        if (copies.get(id) === copy) copies.delete(id);
      },
    );
    return copy.project;
  };

  return {
    async get(id) {
      if (id === DEVELOPMENT_PROJECT_ID && !developmentMode) throw notFound();
      const copy = copies.get(id);
      const found = await (copy && copy.expires > now() ? copy.project : ask(id));
      if (!found) throw notFound();
      return found;
    },
    known(id) {
      if (id === DEVELOPMENT_PROJECT_ID && !developmentMode) return undefined;
      const copy = copies.get(id);
      return copy && copy.expires > now() ? copy.found : undefined;
    },
    close: stopListening,
  };
}

/** Reads a project, or returns the previous one if the read fails or takes long. */
async function orAsBefore(read: Promise<Project | undefined>, before: Project): Promise<Project | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Project>(resolve => {
    timer = setTimeout(() => resolve(before), PATIENCE);
  });
  try {
    return await Promise.race([read, late]);
  } catch {
    return before;
  } finally {
    clearTimeout(timer);
  }
}

function refuse(error: unknown): never {
  throw databaseAway(error);
}

function notFound(): HttpError {
  return new HttpError(404, 'PROJECT_NOT_FOUND', 'No project has this id');
}

/** Whether a page may use the project. A caller without an origin is not a page. */
export function allowsPage(project: Project, origin: string | undefined): boolean {
  return (
    origin === undefined ||
    project.allowedOrigins.length === 0 ||
    allowsOrigin(project.allowedOrigins, origin)
  );
}
