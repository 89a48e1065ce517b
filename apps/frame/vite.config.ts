import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The wallet page, the wallet window, and the pages of social logins. */
const PAGES = ['index.html', 'window.html', 'window/social.html'];

/** Adds the hash of each file to the page that references it (Subresource Integrity). */
function integrity(): Plugin {
  let outDir = '';
  return {
    name: 'integrity',
    apply: 'build',
    configResolved: config => {
      outDir = path.resolve(root, config.build.outDir);
    },
    closeBundle() {
      for (const name of PAGES) {
        const page = path.join(outDir, name);
        const html = readFileSync(page, 'utf8');
        const hashed = html.replace(
          / (src|href)="(\.{1,2}\/assets\/[^"]+)"/g,
          (attribute, _name, file: string) => {
            const hash = createHash('sha384')
              .update(readFileSync(path.join(path.dirname(page), file)))
              .digest('base64');
            return `${attribute} integrity="sha384-${hash}"`;
          },
        );
        writeFileSync(page, hashed);
      }
    },
  };
}

export default defineConfig({
  root,
  // Relative: the page is served at /frame with its files beside it, so the build contains no host name.
  base: './',
  plugins: [integrity()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: PAGES.map(name => path.join(root, name)) },
  },
});
