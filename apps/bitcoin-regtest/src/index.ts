export {
  type BitcoinRegtest,
  type BitcoinRegtestOptions,
  startBitcoinRegtest,
} from './startBitcoinRegtest.js';
