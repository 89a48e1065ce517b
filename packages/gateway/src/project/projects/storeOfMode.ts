import { DEVELOPMENT_PROJECT_ID } from './developmentProject.js';
import type { ProjectStore } from './store.js';

/** The projects that don't exist in a mode, whatever the data has. Their ids, secrets, origins and payments are unknown. */
export function projectsWithout(developmentMode: boolean): readonly string[] {
  return developmentMode ? [] : [DEVELOPMENT_PROJECT_ID];
}

/** A store with the projects of a mode only. In production, the development project can only be deleted. */
export function storeOfMode(store: ProjectStore, developmentMode: boolean): ProjectStore {
  const hidden = projectsWithout(developmentMode);
  return {
    ...store,
    find: async id => (hidden.includes(id) ? undefined : store.find(id)),
    list: async () => (await store.list()).filter(({ id }) => !hidden.includes(id)),
  };
}
