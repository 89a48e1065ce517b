export { DEVELOPMENT_TOKENS, type DevelopmentToken } from './developmentTokens.js';
export { PUBLIC_RATE, type Rate } from './RateLimit.js';
export { type SolanaDevnet, type SolanaDevnetOptions, startSolanaDevnet } from './startSolanaDevnet.js';
