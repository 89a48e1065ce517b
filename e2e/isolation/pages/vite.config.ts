import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** Every page of this folder. Relative addresses: a test serves one build under several paths, as copies of its own. */
export default defineConfig({
  root,
  base: './',
  logLevel: 'error',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    minify: false,
    // Its links would count as what is left on the page.
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
