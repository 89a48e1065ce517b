import { defineConfig } from 'vite';

// A minimal host: Vite's own defaults, and a manifest to read the chunks from.
export default defineConfig({
  build: { manifest: true, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
