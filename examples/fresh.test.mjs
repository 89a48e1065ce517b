import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inRoot } from '../scripts/lib/paths.mjs';
import {
  createProject,
  npmInstall,
  npmRun,
  npx,
  packPackages,
  readmeExample,
  serve,
  staticServer,
  writeFiles,
} from './support/freshApp.mjs';
import { connectDemoWallet, openPage } from './support/startExample.mjs';

const isFull = process.env.LATCHKIT_FULL === '1';

let packed;
beforeAll(async () => {
  if (isFull) packed = await packPackages();
}, 120_000);
afterAll(() => packed?.remove());

/** A page that announces a demo wallet, and shows the README's component and the state of wagmi and Latchkit. */
const announce = `
import { createFakeWallet, dialogPrompt } from 'latchkit/testing';
const chain = new URLSearchParams(location.search).get('chain') ?? '';
createFakeWallet({ name: 'Demo Wallet', chains: { 31337: chain }, prompt: dialogPrompt() }).announce();
`;

const wagmiPage = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createLatchkit, defineNetwork } from 'latchkit';
import { evm } from 'latchkit/evm';
import { ConnectButton, LatchkitProvider, useAccount } from 'latchkit/react';
import { createConfig, http, useAccount as useWagmiAccount, WagmiProvider } from 'wagmi';
import { anvil } from 'wagmi/chains';
import { App as ReadmeApp } from './readme';

const chain = new URLSearchParams(location.search).get('chain') ?? '';
const wagmiConfig = createConfig({ chains: [anvil], transports: { [anvil.id]: http(chain) } });
const network = defineNetwork({ id: 31337, name: 'Anvil', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [chain] } } });
const kit = createLatchkit({ networks: [network], adapters: [evm({ wagmiConfig })], metadata: { name: 'Fresh' } });
const Who = () => (<p><output data-testid="host-address">{useAccount().address ?? ''}</output><output data-testid="wagmi-address">{useWagmiAccount().address ?? ''}</output></p>);
const queries = new QueryClient();
export default function App() {
  if (location.search.includes('readme')) return <ReadmeApp />;
  return (
    <WagmiProvider config={wagmiConfig}>
      <QueryClientProvider client={queries}>
        <LatchkitProvider kit={kit}><ConnectButton /><Who /></LatchkitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  );
}
`;

/** A page without a framework, for plain bundlers. */
const plainPage = `
import 'latchkit/style.css';
import { createRoot } from 'react-dom/client';
import { createElement } from 'react';
import { createLatchkit, defineNetwork } from 'latchkit';
import { evm } from 'latchkit/evm';
import { ConnectButton, LatchkitProvider, useAccount } from 'latchkit/react';

const chain = new URLSearchParams(location.search).get('chain') ?? '';
const network = defineNetwork({ id: 31337, name: 'Anvil', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [chain] } } });
const kit = createLatchkit({ networks: [network], adapters: [evm()], metadata: { name: 'Fresh' } });
const Who = () => createElement('output', { 'data-testid': 'host-address' }, useAccount().address ?? '');
import('./announce.js').then(() => createRoot(document.getElementById('root')).render(
  createElement(LatchkitProvider, { kit }, createElement(ConnectButton), createElement(Who)),
));
`;

const html =
  '<!doctype html><html lang="en"><link rel="icon" href="data:,"><link rel="stylesheet" href="/main.css"><div id="root"></div><script type="module" src="/main.js"></script></html>';

async function open(project) {
  const site = await serve(project);
  onTestFinished(() => site.stop());
  return openPage(site);
}

const text = (page, id) => page.getByTestId(id).textContent();

/** Connects, and expects an address of the wallet on the page. */
async function expectConnected({ page, wrong }) {
  await connectDemoWallet(page);
  await expect.poll(() => text(page, 'host-address'), { timeout: 15_000 }).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(wrong).toEqual([]);
}

/** Returns the size of the entry and all its static imports, in kB of brotli. */
function firstLoad(dist) {
  const loaded = new Map();
  const load = name => {
    if (loaded.has(name)) return;
    const code = readFileSync(path.join(dist, name), 'utf8');
    loaded.set(name, brotliCompressSync(code).length);
    for (const [, target] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) load(target);
  };
  load('main.js');
  return [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_000;
}

describe.runIf(isFull)('fresh projects with the packed package', { timeout: 900_000 }, () => {
  it("builds and connects in an existing wagmi app of the newest create-vite, and runs the README's example", async () => {
    await createProject(packed.folder, 'vite-app', 'vite', '--template', 'react-ts');
    const cwd = path.join(packed.folder, 'vite-app');
    await npmInstall(cwd, ['wagmi', 'viem', '@tanstack/react-query']);
    await npmInstall(cwd, [packed.latchkit]);
    const main = readFileSync(path.join(cwd, 'src/main.tsx'), 'utf8');
    writeFiles(cwd, {
      'src/readme.tsx': readmeExample(),
      'src/announce.ts': announce,
      'src/App.tsx': wagmiPage,
      'src/main.tsx': `import './announce';\nimport 'latchkit/style.css';\n${main}`,
    });
    await npmRun(cwd, 'build');
    const launch = port => [
      process.execPath,
      path.join(cwd, 'node_modules/vite/bin/vite.js'),
      'preview',
      '--port',
      String(port),
      '--strictPort',
    ];
    const opened = await open({ cwd, launch });
    await expectConnected(opened);
    const { page } = opened;
    await expect.poll(() => text(page, 'wagmi-address')).toBe(await text(page, 'host-address'));
    await page.goto(`${page.url()}&readme`);
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Demo Wallet/ })
      .waitFor();
  });

  it('builds and connects in the newest create-next-app', async () => {
    await createProject(
      packed.folder,
      'next-app',
      'next-app',
      '--ts',
      '--app',
      '--yes',
      '--disable-git',
      '--no-tailwind',
      '--no-eslint',
      '--no-src-dir',
      '--skip-install',
    );
    const cwd = path.join(packed.folder, 'next-app');
    await npmInstall(cwd, [packed.latchkit, 'viem']);
    const recipe = inRoot('examples/next/app');
    writeFiles(
      cwd,
      Object.fromEntries(
        readdirSync(recipe).map(name => [`app/${name}`, readFileSync(path.join(recipe, name), 'utf8')]),
      ),
    );
    writeFiles(cwd, { 'next.config.ts': 'export default { cacheComponents: true };\n' });
    await npmRun(cwd, 'build');
    const launch = port => [
      process.execPath,
      path.join(cwd, 'node_modules/next/dist/bin/next'),
      'start',
      '-p',
      String(port),
    ];
    const site = await serve({ cwd, launch });
    onTestFinished(() => site.stop());
    const opened = await openPage({ browser: site.browser, url: `${site.url}&wallet=demo` });
    await expectConnected(opened);
  });

  it.each([
    ['webpack', ['webpack@5', 'webpack-cli', 'css-loader', 'mini-css-extract-plugin'], ['webpack'], 90],
    [
      'esbuild',
      ['esbuild'],
      [
        'esbuild',
        'main.jsx',
        '--bundle',
        '--splitting',
        '--format=esm',
        '--minify',
        '--outdir=dist',
        '--define:process.env.NODE_ENV="production"',
      ],
      115,
    ],
  ])(
    'builds and connects with %s, and keeps the first load within its budget',
    async (name, tools, build, budget) => {
      const cwd = path.join(packed.folder, `${name}-app`);
      writeFiles(cwd, {
        'package.json': JSON.stringify({ name: `${name}-app`, private: true, type: 'module' }),
        'main.jsx': plainPage,
        'announce.js': announce,
        'dist/index.html': html,
        'webpack.config.js': `import Css from 'mini-css-extract-plugin';
export default { mode: 'production', entry: './main.jsx', output: { filename: '[name].js', publicPath: '/' }, plugins: [new Css()], module: { rules: [{ test: /\\.css$/, use: [Css.loader, 'css-loader'] }] } };`,
      });
      await npmInstall(cwd, [packed.latchkit, 'viem', 'react', 'react-dom', ...tools]);
      await npx(cwd, ...build);
      const opened = await open({ cwd, launch: staticServer(path.join(cwd, 'dist')) });
      expect(firstLoad(path.join(cwd, 'dist'))).toBeLessThan(budget);
      expect(readdirSync(path.join(cwd, 'dist'))).toContain('main.css');
      await expectConnected(opened);
    },
  );
});
