import { applyFeatures } from '../adapters/applyFeatures.js';
import type { Latchkit } from '../Latchkit.js';
import { loadListings } from './loadListings.js';
import { loadProject } from './loadProject.js';

/** What an instance asks its gateway at the first intent: one chunk, which a host without a gateway does not load. */
export const gatewayQuestions = {
  loadProject: (kit: Latchkit): Promise<void> => loadProject(kit, features => applyFeatures(kit, features)),
  loadListings,
};
