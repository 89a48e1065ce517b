/** Where the gateway answers a project's configuration [CALL-01]. */
export const PROJECT_CONFIG = '/appkit/v1/config';
