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
  smartAccounts: {
    hostPaymasters: false,
    permissions: { enabled: true, functions: [], approved: [] },
    // The development paymaster pays with the ether of a development chain.
    sponsorship: {
      chains: ['eip155:31337', 'eip155:31338'],
      origins: [],
      targets: [],
      perUser: { gas: 1_000_000_000 },
      total: { gas: 100_000_000_000 },
      // All users of a development chain are new, and come from this machine.
      newUsers: { share: 1, network: 1 },
    },
  },
};
