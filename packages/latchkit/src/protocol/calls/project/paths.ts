/** Paths that the client's first chunk uses; separate, so that the schemas of their calls stay out of it. */
export const PROJECT_CONFIG_PATH = '/appkit/v1/config';
export const WALLETS_PATH = '/getWallets';
export const EVENTS_PATH = '/e';
