/** Path of a project's configuration at the gateway. */
export const PROJECT_CONFIG = '/appkit/v1/config';
