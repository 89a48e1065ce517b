export { DEVELOPMENT_TOKENS, type DevelopmentToken } from './developmentTokens.js';
export { type SolanaDevnet, type SolanaDevnetOptions, startSolanaDevnet } from './startSolanaDevnet.js';
