import path from 'node:path';
import { defineConfig } from 'vite';
import { withoutDefence } from '../../../scripts/lib/withoutDefence.mjs';

const root = import.meta.dirname;

/** The wallet page with a user who is logged in, and the wallet window. */
export default defineConfig({
  root,
  plugins: [withoutDefence()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: ['index.html', 'window.html'].map(name => path.join(root, name)) },
  },
});
