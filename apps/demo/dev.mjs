// Serves the sources of the demo and of latchkit with hot reload, for `npm run dev`.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { PAGES, portOf, serviceAddresses, withAddresses } from './demoPages.mjs';

const here = path => fileURLToPath(new URL(path, import.meta.url));
const addresses = serviceAddresses();

/** Serves the pages at the same paths as the built demo, with the addresses of the other services. */
const pages = {
  name: 'demo-pages',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path, ...query] = (request.url ?? '/').split('?');
      if (PAGES[path]) request.url = [`/${PAGES[path]}`, ...query].join('?');
      next();
    });
  },
  transformIndexHtml: { order: 'pre', handler: html => withAddresses(html, addresses) },
};

const port = portOf('LATCHKIT_DEMO_PORT', 5173);
const server = await createServer({
  configFile: false,
  root: here('.'),
  cacheDir: here('../../node_modules/.cache/latchkit/vite'),
  logLevel: 'warn',
  plugins: [react(), pages],
  resolve: {
    alias: [
      { find: /^latchkit$/, replacement: here('../../packages/latchkit/src/core/index.ts') },
      { find: /^latchkit\/style\.css$/, replacement: here('../../packages/latchkit/style.css') },
      { find: /^latchkit\/(.+)$/, replacement: here('../../packages/latchkit/src/$1/index.ts') },
    ],
    // The page and the library share one copy of these packages.
    dedupe: ['react', 'react-dom', 'viem'],
  },
  server: { host: process.env.LATCHKIT_DEMO_HOST ?? 'localhost', port, strictPort: true },
});
await server.listen();
console.log(`demo host page: http://localhost:${port}`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => server.close().then(() => process.exit(0)));
