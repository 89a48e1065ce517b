import { defineConfig, mergeConfig } from 'vite';
import walletPage from '../../../apps/frame/vite.config.js';
import { withoutDefence } from '../../../scripts/lib/withoutDefence.mjs';

/** Builds the wallet page without the defence that a test removes. */
export default defineConfig(env => mergeConfig(walletPage(env), { plugins: [withoutDefence()] }));
