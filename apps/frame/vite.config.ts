import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The wallet page has one script, because a host can pin the hashes of a page's scripts but not those of its imports. */
const WALLET_PAGE = ['index.html'];

/** The pages of their own windows: the wallet window, the pages of social logins, and the portal. They share files. */
const WINDOW_PAGES = ['window.html', 'window/social.html', 'me.html'];

/** The portal's React is a file of its own, which stays the same when the portal changes. */
const REACT = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// };

/** The account of the portal and the wallet window, with all that it imports: several files would compress worse. */
const ACCOUNT = {
  name: 'account',
  test: /src\/(account\/createOwnAccount|storage\/openPartition|createWorkerOpener)\.ts$/,
};

/** What several pages of the portal show and its login page doesn't, in one file for the same reason. */
const PARTS = {
  name: 'parts',
  test: /portal\/parts\/(ActButton|CodeDialog|Countdown|Dialog|FreshCode|LinkRows|PageHead|PasskeyStep|SiteList)\.tsx$/,
  // They import parts that the login page shows too.
  includeDependenciesRecursively: false,
};

/** Functions of @scure/base without side effects, which its module calls for each of its encodings: unused ones are left out. */
const PURE = [
  'alphabet',
  'chain',
  'checksum',
  'genBase58',
  'genBech32',
  'join',
  'normalize',
  'padding',
  'radix',
  'radix2',
];

/** The text in the pages' code that becomes the hash of the keyring's Worker. */
const WORKER_HASH = '__KEYRING_WORKER_INTEGRITY__';

const hashOf = (file: string) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

/** Adds the Worker's hash to the pages' code, and the hash of each file to the page that references it (Subresource Integrity). */
function integrity(pages: readonly string[]): Plugin {
  let outDir = '';
  return {
    name: 'integrity',
    apply: 'build',
    configResolved: config => {
      outDir = path.resolve(root, config.build.outDir);
    },
    closeBundle() {
      const assets = path.join(outDir, 'assets');
      const scripts = readdirSync(assets).filter(name => name.endsWith('.js'));
      for (const name of scripts) {
        const file = path.join(assets, name);
        const code = readFileSync(file, 'utf8');
        if (!code.includes(WORKER_HASH)) continue;
        // The names in a file's code are hashes too, so a changed Worker changes the name of this file.
        const worker = scripts.find(one => one.startsWith('keyringWorker-') && code.includes(one));
        if (worker === undefined) throw new Error(`${name} names no Worker`);
        writeFileSync(file, code.replaceAll(WORKER_HASH, hashOf(path.join(assets, worker))));
      }
      for (const name of pages) {
        const page = path.join(outDir, name);
        const html = readFileSync(page, 'utf8');
        const hashed = html.replace(
          / (src|href)="(\.{1,2}\/assets\/[^"]+\.(?:js|css))"/g,
          (attribute, _name, file: string) =>
            `${attribute} integrity="${hashOf(path.join(path.dirname(page), file))}"`,
        );
        writeFileSync(page, hashed);
      }
    },
  };
}

/** The mode `production` builds the wallet page and empties the output folder; the mode `windows` adds the other pages. */
export default defineConfig(({ mode }) => {
  const pages = mode === 'windows' ? WINDOW_PAGES : WALLET_PAGE;
  return {
    root,
    // Relative: the page is served at /frame with its files beside it, so the build contains no host name.
    base: './',
    plugins: [integrity(pages)],
    build: {
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      emptyOutDir: mode !== 'windows',
      rolldownOptions: {
        // A busy machine builds slowly, which is nothing to warn of.
        checks: { bundlerTimings: false },
        input: pages.map(name => path.join(root, name)),
        treeshake: { manualPureFunctions: PURE },
        output: { codeSplitting: mode === 'windows' && { groups: [REACT, ACCOUNT, PARTS] } },
      },
    },
  };
});
