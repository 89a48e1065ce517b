export { openPglite } from './adapters/pglite.js';
export { openPostgres } from './adapters/postgres.js';
export { createGateway, type Gateway, type GatewayOptions } from './app.js';
export type { Database, SqlRow, SqlRunner, SqlValue } from './ports/Database.js';
export { DEVELOPMENT_PROJECT_ID } from './projects/developmentProject.js';
export { type Project, type ProjectStore, projectStore } from './projects/store.js';
export type { UpstreamUrls } from './rpc/upstreams.js';
export { type RunningGateway, startGateway } from './startGateway.js';
