import { allowsOrigin as fitsOrigin } from 'latchkit/protocol';
import { databaseAway } from '../http/answerError.js';
import { GatewayError } from '../http/GatewayError.js';
import type { PubSub } from '../ports/PubSub.js';
import { DEVELOPMENT_PROJECT_ID } from './developmentProject.js';
import type { Project, ProjectStore } from './store.js';

/** Channel on which replicas tell each other the id of a project that changed. */
export const PROJECT_CHANGES = 'projects';

/**
 * Milliseconds that a copy of a project lives. Messages may be lost (a broken connection, a change made without Redis);
 * this alone brings a change to every replica within 2 s.
 */
const COPY_LIFE = 1_000;

/**
 * Milliseconds that a project is served as it was last read while the database does not answer: long enough to restart a
 * server, short enough that an origin that was taken away does not stay for long.
 */
const STALE_LIFE = 600_000;
/** Milliseconds that callers wait for a database that is slow before they get the project as it was. */
const PATIENCE = 500;

/** Copies that are kept; the oldest make room. */
const MAX_COPIES = 10_000;

export interface ProjectService {
  /**
   * @throws GatewayError 404 `PROJECT_NOT_FOUND`; 503 `DATABASE_UNAVAILABLE` when the database does not answer and the
   * project was not read in the last ten minutes.
   */
  get(id: string): Promise<Project>;
  /** The project, where a copy of it is at hand. */
  known(id: string): Project | undefined;
  /** Stops listening to changes. */
  close(): Promise<void>;
}

/** A project as it was last read. */
interface Read {
  readonly project: Project;
  readonly at: number;
}

interface Copy {
  readonly project: Promise<Project | undefined>;
  /** What is served at once: what was read, or what was read before where that does not come. */
  found: Project | undefined;
  last: Read | undefined;
  readonly expires: number;
}

/**
 * Finds projects for the endpoints. Copies in memory spare the database: it hears about one question per project,
 * replica and second, however many ask.
 *
 * @param developmentMode - Whether the development project counts. Without it the project is unknown even where an
 * earlier run in development left it in the database.
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
      // A failure is not kept: the next caller asks again.
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

/** What is read, or what was read before where it fails or takes long. */
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

function notFound(): GatewayError {
  return new GatewayError(404, 'PROJECT_NOT_FOUND', 'No project has this id');
}

/** Whether a page may use the project. A caller without an origin is not a page [VAL-17]. */
export function allowsOrigin(project: Project, origin: string | undefined): boolean {
  return (
    origin === undefined || project.allowedOrigins.length === 0 || fitsOrigin(project.allowedOrigins, origin)
  );
}
