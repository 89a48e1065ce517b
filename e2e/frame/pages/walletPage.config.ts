import { mergeConfig } from 'vite';
import walletPage from '../../../apps/frame/vite.config.js';
import { withoutDefence } from '../../../scripts/lib/withoutDefence.mjs';

/** The wallet page as it is built, without the defence that a test takes out. */
export default mergeConfig(walletPage, { plugins: [withoutDefence()] });
