// A module of its own: Connect, which wants it only once All wallets is pointed at, does not carry the directory.
export { loadWallets as prefetchWallets } from '../../../core/index.js';
