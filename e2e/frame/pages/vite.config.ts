import path from 'node:path';
import { defineConfig } from 'vite';
import { withoutDefence } from '../../../scripts/lib/withoutDefence.mjs';

const root = import.meta.dirname;

/** The host page that contains the wallet page. */
export default defineConfig({
  root,
  plugins: [withoutDefence()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: ['host.html', 'modal.html'].map(name => path.join(root, name)) },
  },
});
