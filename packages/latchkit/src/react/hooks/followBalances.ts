// A chunk of its own, which only pages that watch a balance load.
export { followBalances } from '../../internal/index.js';
