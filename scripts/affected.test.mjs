import { describe, expect, it } from 'vitest';
import { affectedTests, allFiles, WHOLES } from './lib/affected.mjs';
import { importGraph } from './lib/importGraph.mjs';
import { isJourney, isProduct, journeysBy, SHARED, WORDS } from './lib/journeys.mjs';

const src = 'packages/latchkit/src';

/** What a change of these files affects in a repository of these files. */
const affected = (changed, files) => affectedTests(changed, Object.keys(files), file => files[file]);

const repository = {
  [`${src}/core/one.ts`]: 'export const one = 1;',
  [`${src}/core/two.ts`]: "import { one } from './one.js';\nexport const two = one + 1;",
  [`${src}/core/other.ts`]: 'export const other = 1;',
  [`${src}/core/index.ts`]:
    "export { one } from './one.js';\nexport { two as second } from './two.js';\nexport * from './other.js';",
  [`${src}/core/two.test.ts`]: "import { two } from './two.js';",
  [`${src}/core/other.test.ts`]: "import { other } from './index.js';",
  [`${src}/core/typed.test.ts`]: "import type { One } from './one.js';\nimport { type Two } from './two.js';",
  [`${src}/evm/lazy.test.ts`]: "const two = () => import('../core/two.js');",
  [`${src}/evm/whole.test.ts`]: "import * as core from '../core/index.js';",
  [`${src}/evm/package.test.ts`]: "import { second } from 'latchkit';",
  'e2e/connect.test.ts': "import { DemoPage } from './support/DemoPage.js';",
  'e2e/send.test.ts': "import { DemoPage } from './support/DemoPage.js';",
  'e2e/support/DemoPage.ts': "import { one } from '../../packages/latchkit/src/core/one.js';",
};

describe('affectedTests', () => {
  it('finds the tests that import a file directly, through other files or by a name from a barrel', () => {
    expect(affected([`${src}/core/two.ts`], repository).unit).toEqual([
      `${src}/core/two.test.ts`,
      `${src}/evm/lazy.test.ts`,
      `${src}/evm/package.test.ts`,
      `${src}/evm/whole.test.ts`,
    ]);
    expect(affected([`${src}/core/other.ts`], repository).unit).toEqual([
      `${src}/core/other.test.ts`,
      `${src}/evm/whole.test.ts`,
    ]);
  });

  describe('for a part of the gateway, which its tests start as a whole', () => {
    const gateway = 'packages/gateway/src';
    const parts = {
      [`${gateway}/server/startServer.ts`]: "import '../project/names/routes.js';\nimport './settings.js';",
      [`${gateway}/server/startServer.test.ts`]: "import './startServer.js';",
      [`${gateway}/server/settings.ts`]: 'export const settings = 1;',
      [`${gateway}/commands/run.test.ts`]: "import '../server/startServer.js';",
      [`${gateway}/project/names/routes.ts`]: "import './lookUp.js';",
      [`${gateway}/project/names/routes.test.ts`]: "import '../../server/startServer.js';",
      [`${gateway}/project/names/lookUp.ts`]: "import '../../platform/cut.js';",
      [`${gateway}/project/names/lookUp.test.ts`]: "import './lookUp.js';",
      [`${gateway}/platform/cut.ts`]: 'export const cut = 1;',
      'e2e/account.test.ts': '',
      'e2e/gateway.test.ts': '',
      'e2e/gatewayKilled.test.ts': '',
    };

    it('finds the tests of the part and of the files that import it', () => {
      const names = [`${gateway}/project/names/lookUp.test.ts`, `${gateway}/project/names/routes.test.ts`];
      expect(affected([`${gateway}/platform/cut.ts`], parts).unit).toEqual(names);
      expect(affected([`${gateway}/project/names/lookUp.ts`], parts).unit).toEqual(names);
    });

    it('finds every test that starts the gateway when a file next to startServer changes', () => {
      expect(affected([`${gateway}/server/settings.ts`], parts).unit).toEqual([
        `${gateway}/commands/run.test.ts`,
        `${gateway}/project/names/routes.test.ts`,
        `${gateway}/server/startServer.test.ts`,
      ]);
    });
  });

  it('names only files that exist as wholes', async () => {
    const files = await allFiles();
    expect(WHOLES.filter(file => !files.includes(file))).toEqual([]);
  });

  it('runs a changed test, but not one that was removed', () => {
    const changed = [`${src}/core/typed.test.ts`, `${src}/core/gone.test.ts`];
    expect(affected(changed, repository)).toEqual({
      unit: [changed[0]],
      journeys: [],
      everything: false,
      left: 0,
    });
  });

  it('runs a changed journey, and the journeys that import a changed support file', () => {
    expect(affected(['e2e/send.test.ts'], repository).journeys).toEqual(['e2e/send.test.ts']);
    expect(affected(['e2e/support/DemoPage.ts'], repository).journeys).toEqual([
      'e2e/connect.test.ts',
      'e2e/send.test.ts',
    ]);
  });

  it('runs the nearest forty unit tests and six journeys of a file, and counts the others', () => {
    const many = Array.from({ length: 50 }, (_, index) => index);
    const files = {
      [`${src}/core/near.ts`]: 'export const near = 1;',
      [`${src}/core/far.ts`]: "import { near } from './near.js';\nexport const far = near;",
      ...Object.fromEntries(
        many.map(index => [
          `${src}/core/of${index}.test.ts`,
          index < 30 ? "import { near } from './near.js';" : "import { far } from './far.js';",
        ]),
      ),
      'e2e/support/page.ts': '',
      ...Object.fromEntries(many.map(index => [`e2e/of${index}.test.ts`, "import './support/page.js';"])),
    };
    const { unit, left } = affected([`${src}/core/near.ts`], files);
    expect(unit).toEqual(
      expect.arrayContaining(many.slice(0, 30).map(index => `${src}/core/of${index}.test.ts`)),
    );
    expect({ unit: unit.length, left }).toEqual({ unit: 40, left: 10 });
    const ofSupport = affected(['e2e/support/page.ts'], files);
    expect({ journeys: ofSupport.journeys.length, left: ofSupport.left }).toEqual({ journeys: 6, left: 44 });
  });

  it('is everything when a root configuration file changes', () => {
    expect(affected(['package-lock.json'], repository)).toMatchObject({
      everything: true,
      journeys: ['e2e/connect.test.ts', 'e2e/send.test.ts'],
    });
    expect(affected(['biome.json'], repository)).toMatchObject({ everything: false, unit: [] });
  });
});

/** What the journeys of these files are, in a repository that has the product's journeys and these files. */
async function journeysIn(files) {
  const all = [...(await allFiles()).filter(isJourney), ...Object.keys(files)];
  const graph = importGraph(all, file => files[file] ?? '', { types: true });
  const journeysOf = journeysBy(all, graph);
  return file => journeysOf(file).map(journey => journey.replace(/^e2e\/|\.test\.\w+$/g, ''));
}

describe('the journeys of a file', () => {
  const views = `${src}/react/views`;

  it.each([
    [`${views}/swap/SwapView.tsx`, ['swap', 'swapCrossings']],
    [
      `${src}/core/walletConnect/pair.ts`,
      ['walletConnect', 'walletConnectLinks', 'walletConnectNetwork', 'walletConnectPhone'],
    ],
    ['packages/gateway/src/project/convert/pools/quote.ts', ['swap', 'swapCrossings']],
    ['packages/gateway/src/project/profile/names.ts', ['names']],
    ['packages/gateway/src/wallet/service/portal/routes.ts', ['portal/portal', 'portal/screens']],
    [`${src}/react/locales/de/swap.ts`, ['swap', 'swapCrossings']],
    [`${src}/protocol/calls/project/convert.ts`, ['swap', 'swapCrossings']],
    // The wallet page and the portal have journeys of their own.
    ['apps/frame/src/storage/openPartition.ts', ['frame/storage']],
    ['apps/frame/src/portal/move/MovePage.tsx', ['portal/move']],
    ['apps/demo/index.html', ['demo']],
    ['apps/demo/src/wallet/main.ts', ['demoWallet', 'demoWalletAccess', 'demoWalletRequests']],
    ['deploy/compose.yaml', ['production/guide']],
  ])('%s are those of its name: %j', async (file, journeys) => {
    const journeysOf = await journeysIn({ [file]: '' });
    expect(journeysOf(file)).toEqual(journeys);
  });

  it('are for shared code those of the features that import it, also types only: six, the nearest', async () => {
    const files = {
      [`${views}/amount.ts`]: 'export const amount = 1;',
      [`${views}/swap/SwapView.tsx`]: "import type { amount } from '../amount.js';",
      [`${views}/between.ts`]: "import { amount } from './amount.js';\nexport const between = amount;",
      [`${views}/names/NamesView.tsx`]: "import { between } from '../between.js';",
      [`${views}/names/test.test.ts`]: "import { amount } from '../amount.js';",
      [`${src}/core/amounts.ts`]: "import { amount } from '../react/views/amount.js';\nexport { amount };",
      [`${src}/core/pay/pay.ts`]: "import { amount } from '../amounts.js';",
      [`${src}/core/onramp/buy.ts`]: "import { amount } from '../amounts.js';",
      // Not reached: it imports a feature.
      [`${src}/core/send/send.ts`]: "import { pay } from '../pay/pay.js';",
    };
    const journeysOf = await journeysIn(files);
    expect(journeysOf(`${views}/amount.ts`)).toEqual([
      ...['swap', 'swapCrossings'],
      ...['names', 'onramp', 'pay', 'payBitcoin'],
    ]);
  });

  it.each([
    `${src}/react/views/swap/SwapView.test.tsx`,
    'packages/gateway/test/servers/startRedis.ts',
    'packages/gateway/README.md',
    'docs/swap.md',
    '.changeset/swaps.md',
  ])('are none for a test, its support, or a document: %s', async file => {
    const journeysOf = await journeysIn({ [file]: '' });
    expect(journeysOf(file)).toEqual([]);
  });

  it('reach every file of the product, and every journey is that of a file', async () => {
    const files = await allFiles();
    const journeysOf = journeysBy(files, importGraph(files, undefined, { types: true }));
    const found = files.filter(isProduct).map(file => ({ file, journeys: journeysOf(file) }));
    expect(found.filter(({ journeys }) => journeys.length === 0).map(({ file }) => file)).toEqual([]);
    const selected = new Set(found.flatMap(({ journeys }) => journeys));
    // Tests of the journeys' own support.
    const isOfSupport = file => file.startsWith('e2e/support/');
    expect(files.filter(file => isJourney(file) && !isOfSupport(file) && !selected.has(file))).toEqual([]);
    expect(found.filter(({ journeys }) => journeys.length > 6)).toEqual([]);
  });

  it('have no word that no file has', async () => {
    const product = (await allFiles()).filter(isProduct);
    const isUsed = word => product.some(file => new RegExp(`(^|/)${word}[./]`).test(file));
    expect(Object.keys({ ...WORDS, ...SHARED }).filter(word => !isUsed(word))).toEqual([]);
  });
});
