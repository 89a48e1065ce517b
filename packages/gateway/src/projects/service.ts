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
const COPY_LIFE = 1_500;

/**
 * Milliseconds after which a copy in use is made anew beside, while it still counts: if callers waited for the database
 * once a second, a busy project would have all the calls of that moment late.
 */
const RENEWAL = 1_000;

/** Copies that are kept; the oldest make room. */
const MAX_COPIES = 10_000;

export interface ProjectService {
  /** @throws GatewayError 404 `PROJECT_NOT_FOUND`. */
  get(id: string): Promise<Project>;
  /** The project, where a copy of it is at hand. */
  known(id: string): Project | undefined;
  /** Stops listening to changes. */
  close(): Promise<void>;
}

interface Copy {
  readonly project: Promise<Project | undefined>;
  /** Once it has come. */
  found: Project | undefined;
  /** When the database was asked. */
  readonly asked: number;
  isRenewed: boolean;
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
  now: () => number = Date.now,
): Promise<ProjectService> {
  const copies = new Map<string, Copy>();
  const stopListening = await changes.subscribe(PROJECT_CHANGES, id => copies.delete(id));

  const ask = (id: string): Copy => {
    const copy: Copy = { project: store.find(id), found: undefined, asked: now(), isRenewed: false };
    copy.project.then(
      found => {
        copy.found = found;
      },
      // A failure is not kept: the next caller asks again.
      () => {
        if (copies.get(id) === copy) copies.delete(id);
      },
    );
    return copy;
  };
  const keep = (id: string, copy: Copy): Copy => {
    copies.delete(id);
    if (copies.size >= MAX_COPIES) copies.delete(copies.keys().next().value ?? id);
    copies.set(id, copy);
    return copy;
  };
  /** Beside: whoever asks meanwhile has the old copy. A failure is for the caller who finds that one too old. */
  const renew = (id: string, old: Copy): void => {
    old.isRenewed = true;
    const fresh = ask(id);
    fresh.project.then(
      () => {
        // A change that was told meanwhile may have come too late for what was read.
        if (copies.get(id) === old) keep(id, fresh);
      },
      () => {},
    );
  };
  const copyOf = (id: string): Copy | undefined => {
    const copy = copies.get(id);
    const age = copy === undefined ? COPY_LIFE : now() - copy.asked;
    if (copy === undefined || age >= COPY_LIFE) return undefined;
    if (age >= RENEWAL && !copy.isRenewed) renew(id, copy);
    return copy;
  };

  return {
    async get(id) {
      if (id === DEVELOPMENT_PROJECT_ID && !developmentMode) throw notFound();
      const found = await (copyOf(id) ?? keep(id, ask(id))).project;
      if (!found) throw notFound();
      return found;
    },
    known(id) {
      if (id === DEVELOPMENT_PROJECT_ID && !developmentMode) return undefined;
      return copyOf(id)?.found;
    },
    close: stopListening,
  };
}

function notFound(): GatewayError {
  return new GatewayError(404, 'PROJECT_NOT_FOUND', 'No project has this id');
}

/** Whether a page may use the project. A caller without an origin is not a page [VAL-17]. */
export function allowsOrigin(project: Project, origin: string | undefined): boolean {
  return (
    origin === undefined || project.allowedOrigins.length === 0 || project.allowedOrigins.includes(origin)
  );
}
