import { defineConfig } from 'vite';

// Vite's defaults, as in a minimal host, plus a manifest that lists the chunks.
export default defineConfig({
  build: { manifest: true, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
