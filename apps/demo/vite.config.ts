import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Two builds, `vite build` of the host page and then `vite build --mode wallet` of the demo wallet: in one, the bundler
 * would cut the files of the host page along what the two have in common, and no host of ours is built like that.
 */
export default defineConfig(({ mode }) => ({
  root: place('.'),
  build: {
    target: 'es2022',
    // `csp=strict` allows no inline code and no data: styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: mode !== 'wallet',
    copyPublicDir: mode !== 'wallet',
    rolldownOptions: {
      input: place(mode === 'wallet' ? 'wallet.html' : 'index.html'),
      onwarn(warning, warn) {
        // 'use client' speaks to frameworks that render on a server; here it means nothing.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
}));
