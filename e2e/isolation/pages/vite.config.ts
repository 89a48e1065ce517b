import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** Builds every page of this folder, with relative URLs, because tests serve one build under several paths. */
export default defineConfig({
  root,
  base: './',
  logLevel: 'error',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    minify: false,
    // Its <link> elements would count as leftovers on the page.
    modulePreload: false,
    reportCompressedSize: false,
    emptyOutDir: true,
    rolldownOptions: {
      input: readdirSync(root)
        .filter(name => name.endsWith('.html'))
        .map(name => path.join(root, name)),
    },
  },
});
