// npm run dev: runs the stack of `npm start` from the sources. The demo reloads changed modules; the gateway, the wallet page and
// the Solana runtime are rebuilt and restarted.
import { watch } from 'node:fs';
import { build, generate } from './build.mjs';
import { install } from './install.mjs';
import { stopwatch } from './lib/clock.mjs';
import { inRoot } from './lib/paths.mjs';
import { runStack } from './lib/runStack.mjs';
import { services } from './lib/services.mjs';

/** The bundled gateway. It must be in the package, whose files the code locates from its own folder upwards. */
const GATEWAY = inRoot('packages/gateway/node_modules/.cache/dev.mjs');

/** Milliseconds without another change before a rebuild starts, since an editor may save several files at once. */
const QUIET = 150;

/** Calls `act` after changes in the folders, one call at a time. */
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

/** Bundles the gateway now and after each change of its sources. */
async function bundleGateway(onRebuilt) {
  // Imported late, because `prepare` installs it.
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

/** Returns the services of `npm start`, with the gateway and the demo run from their sources. */
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

/** Set once the stack runs; earlier changes need no restart. */
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
    onChange(
      ['apps/frame/src', 'packages/keyring/src', 'packages/latchkit/src/protocol'],
      /\.(ts|css)$/,
      async () => {
        if (await build({ only: 'apps/frame' })) await restart('Gateway');
      },
    );
    onChange(['apps/dev-bundler/src'], /\.ts$/, async () => {
      if (await build({ only: 'apps/dev-bundler' })) await restart('Bundler');
    });
    onChange(['apps/dev-idp/src'], /\.ts$/, async () => {
      if (await build({ only: 'apps/dev-idp' })) await restart('Logins');
    });
    onChange(['apps/bitcoin-regtest/src'], /\.ts$/, async () => {
      if (await build({ only: 'apps/bitcoin-regtest' })) await restart('Bitcoin');
    });
    onChange(['apps/solana-devnet/src'], /\.ts$/, async () => {
      if (await build({ only: 'apps/solana-devnet' })) await restart('Solana');
    });
  },
});
