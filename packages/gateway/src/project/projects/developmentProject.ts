import type { Project } from './store.js';

/** Id of the project that exists only in development: 32 zeros. */
export const DEVELOPMENT_PROJECT_ID = '0'.repeat(32);

/**
 * The default project in development. It sets no feature remotely, because a remote value would override the host page's
 * settings: every feature keeps its default (on). Any origin may use it.
 */
export const developmentProject: Project = {
  id: DEVELOPMENT_PROJECT_ID,
  name: 'Development',
  features: {},
  allowedOrigins: [],
  trustedOrigins: [],
  isAnalyticsEnabled: true,
  wallets: [],
};
