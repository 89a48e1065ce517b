import type { Project } from './store.js';

/** Id of the project that exists in development only: 32 zeros. */
export const DEVELOPMENT_PROJECT_ID = '0'.repeat(32);

/**
 * The project a newcomer starts with. It decides nothing remotely: every feature has its default (on), and what the
 * host page sets locally holds, because a remote value would override it [CFG-02]. Any origin may use it.
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
