import { createHash } from 'node:crypto';
import { defineConfig } from 'vite';

/**
 * A file is named by a hash of its chunk's name, not of its content: any change would otherwise give all files other names, and these
 * alone move the compressed size of a page by 100 bytes.
 */
const named = ({ name }) =>
  `assets/${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}.js`;

// Vite's defaults but for the names, as in a minimal host, plus a manifest that lists the chunks.
export default defineConfig({
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { output: { chunkFileNames: named, entryFileNames: named } },
  },
});
