import { GatewayError } from '../http/GatewayError.js';
import { DEVELOPMENT_PROJECT_ID } from './developmentProject.js';
import type { Project, ProjectStore } from './store.js';

export interface ProjectService {
  /** @throws GatewayError 404 `PROJECT_NOT_FOUND`. */
  get(id: string): Promise<Project>;
}

/**
 * Finds projects for the endpoints.
 *
 * @param developmentMode - Whether the development project counts. Without it the project is unknown even where an
 * earlier run in development left it in the database.
 */
export function projectService(store: ProjectStore, developmentMode: boolean): ProjectService {
  return {
    async get(id) {
      const refused = id === DEVELOPMENT_PROJECT_ID && !developmentMode;
      const found = refused ? undefined : await store.find(id);
      if (!found) throw new GatewayError(404, 'PROJECT_NOT_FOUND', 'No project has this id');
      return found;
    },
  };
}

/** Whether a page may use the project. A caller without an origin is not a page [VAL-17]. */
export function allowsOrigin(project: Project, origin: string | undefined): boolean {
  return (
    origin === undefined || project.allowedOrigins.length === 0 || project.allowedOrigins.includes(origin)
  );
}
