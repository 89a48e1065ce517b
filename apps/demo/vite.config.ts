import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Two builds, `vite build` for the host page and `vite build --mode wallet` for the demo wallet: in a single build, the bundler
 * would split the host page's files along shared code, unlike a real host.
 */
export default defineConfig(({ mode }) => ({
  root: place('.'),
  build: {
    target: 'es2022',
    // `csp=strict` allows no inline code and no `data:` styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: mode !== 'wallet',
    copyPublicDir: mode !== 'wallet',
    rolldownOptions: {
      input: place(mode === 'wallet' ? 'wallet.html' : 'index.html'),
      onwarn(warning, warn) {
        // 'use client' is for frameworks that render on a server; it has no meaning here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
}));
