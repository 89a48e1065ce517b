export { memoryCache } from './platform/adapters/memory/memoryCache.js';
export { memoryPubSub } from './platform/adapters/memory/memoryPubSub.js';
export { openPglite } from './platform/adapters/pglite/pglite.js';
export { openPostgres } from './platform/adapters/postgres.js';
export { redisCache } from './platform/adapters/redis/redisCache.js';
export { redisPubSub } from './platform/adapters/redis/redisPubSub.js';
export type { Limits } from './platform/http/limits.js';
export { jsonLog, type Log, type LogFields, type LogLevel } from './platform/jsonLog.js';
export type { Cache, CounterState } from './platform/ports/Cache.js';
export type { Connected, ConnectionFigures, PoolFigures } from './platform/ports/ConnectionFigures.js';
export type { Database, SqlRow, SqlRunner, SqlValue } from './platform/ports/Database.js';
export type { MessageListener, PubSub } from './platform/ports/PubSub.js';
export type { UpstreamUrls } from './project/chains/upstreams.js';
export { createGateway, type Gateway, type GatewayOptions } from './project/createGateway.js';
export type { ListedWallet } from './project/directory/ListedWallet.js';
export { projectWallets } from './project/directory/projectWallets.js';
export { readWalletList } from './project/directory/readWalletList.js';
export type { HistorySetup } from './project/history/createHistory.js';
export type { BlockscoutUrls } from './project/history/sources/blockscout/blockscoutSource.js';
export type { HistoryPage, HistoryQuery, HistorySource } from './project/history/sources/HistorySource.js';
export { type CcipRequest, ccipRequest } from './project/names/ccipRequest.js';
export type { EnsResolvers } from './project/names/identities.js';
export { DEVELOPMENT_PROJECT_ID } from './project/projects/developmentProject.js';
export type { ProjectImage, ProjectWallet } from './project/projects/projectWallet.js';
export {
  type Project,
  type ProjectInput,
  type ProjectStore,
  projectStore,
} from './project/projects/store.js';
export { httpPriceSource } from './project/tokens/httpPriceSource.js';
export type { PriceSource } from './project/tokens/PriceSource.js';
export { readTokenList } from './project/tokens/readTokenList.js';
export type { Token } from './project/tokens/Token.js';
export { type RunningServer, startServer } from './server/startServer.js';
