// npm run dev: the stack of `npm start`, from the sources. The demo reloads what changes; the gateway, the wallet page and
// the Solana runtime are rebuilt and restarted.
import { watch } from 'node:fs';
import { build, generate } from './build.mjs';
import { install } from './install.mjs';
import { stopwatch } from './lib/clock.mjs';
import { inRoot } from './lib/paths.mjs';
import { runStack } from './lib/runStack.mjs';
import { services } from './lib/services.mjs';

/** The gateway as one file. It lies as deep in the package as a source file, which finds the package's files from there. */
const GATEWAY = inRoot('packages/gateway/node_modules/.cache/dev.mjs');

/** Milliseconds without a further change before a rebuild begins: an editor saves several files at once. */
const QUIET = 150;

/** Calls `act` after changes under the folders, one call at a time. */
function onChange(folders, wanted, act) {
  let timer;
  let running = Promise.resolve();
  const later = (_event, file) => {
    if (file && !wanted.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(act).catch(error => console.error(error.message));
    }, QUIET);
  };
  for (const folder of folders) watch(inRoot(folder), { recursive: true }, later);
}

/** Bundles the gateway now, and again whenever one of its sources changes. */
async function bundleGateway(onRebuilt) {
  // Installed by `prepare`, so not known when this file is loaded.
  const { context } = await import('esbuild');
  let first = true;
  const bundle = await context({
    entryPoints: [inRoot('packages/gateway/src/cli.ts')],
    outfile: GATEWAY,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    packages: 'external',
    alias: { 'latchkit/protocol': inRoot('packages/latchkit/src/protocol/index.ts') },
    plugins: [
      {
        name: 'restart',
        setup: ({ onEnd }) =>
          onEnd(({ errors }) => {
            if (!first && errors.length === 0) return onRebuilt();
          }),
      },
    ],
  });
  await bundle.rebuild();
  first = false;
  await bundle.watch();
}

/** The services of `npm start`, with the gateway and the demo from their sources. */
function fromSources() {
  const launch = {
    LATCHKIT_GATEWAY_PORT: () => [process.execPath, '--enable-source-maps', GATEWAY],
    LATCHKIT_DEMO_PORT: () => [process.execPath, inRoot('apps/demo/dev.mjs')],
  };
  return services(process.env).map(service => ({
    ...service,
    launch: launch[service.variable] ?? service.launch,
  }));
}

/** Set once the stack runs; a change before that needs no restart. */
let supervisor;

async function restart(name) {
  if (!supervisor) return;
  const time = stopwatch();
  await supervisor.restart(name).then(
    () => console.log(`Restarted ${name} in ${time()}.`),
    error => console.error(error.message),
  );
}

await runStack({
  services: fromSources,
  keepRunning: true,
  async prepare() {
    await install();
    await build();
    await bundleGateway(() => restart('Gateway'));
  },
  async started(running) {
    supervisor = running;
    onChange(['packages/latchkit/src/react/theme', 'packages/latchkit/style.css'], /\.css$/, generate);
    onChange(['apps/frame/src', 'packages/latchkit/src/protocol'], /\.(ts|css)$/, async () => {
      if (await build({ only: 'apps/frame' })) await restart('Gateway');
    });
    onChange(['apps/solana-devnet/src'], /\.ts$/, async () => {
      if (await build({ only: 'apps/solana-devnet' })) await restart('Solana');
    });
  },
});
