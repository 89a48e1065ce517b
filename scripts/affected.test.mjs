import { describe, expect, it } from 'vitest';
import { affectedTests, allFiles, journeyOf, WHOLES } from './lib/affected.mjs';

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
  'e2e/send.test.ts': '',
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
      'e2e/gateway.test.ts': '',
    };

    it('finds the tests of the part and of the files that import it', () => {
      const names = [`${gateway}/project/names/lookUp.test.ts`, `${gateway}/project/names/routes.test.ts`];
      expect(affected([`${gateway}/platform/cut.ts`], parts)).toMatchObject({
        unit: names,
        journeys: ['e2e/gateway.test.ts'],
      });
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
    expect(affected(changed, repository)).toEqual({ unit: [changed[0]], journeys: [], everything: false });
  });

  it('finds the journey of a changed part, and the journeys that import a changed support file', () => {
    expect(affected([`${src}/core/one.ts`], repository).journeys).toEqual(['e2e/connect.test.ts']);
    expect(affected(['e2e/support/DemoPage.ts'], repository).journeys).toEqual(['e2e/connect.test.ts']);
    expect(affected(['e2e/send.test.ts'], repository).journeys).toEqual(['e2e/send.test.ts']);
    expect(() => affected([`${src}/solana/a.ts`], repository)).toThrow('e2e/solana.test.ts');
  });

  it('reports that everything is affected when a root configuration file changes', () => {
    expect(affected(['package-lock.json'], repository).everything).toBe(true);
    expect(affected(['packages/gateway/package.json'], repository).everything).toBe(false);
  });
});

describe('journeyOf', () => {
  it.each([
    [`${src}/react/views/send/SendView.tsx`, 'e2e/send.test.ts'],
    [`${src}/react/views/useSilence.ts`, 'e2e/connect.test.ts'],
    [`${src}/core/walletconnect/pair.ts`, 'e2e/walletConnect.test.ts'],
    ['packages/gateway/src/project/relay/createRelay.ts', 'e2e/walletConnect.test.ts'],
    [`${src}/react/views/walletConnect/WalletRequestView.tsx`, 'e2e/walletConnectPhone.test.ts'],
    ['packages/gateway/src/project/chains/routes.ts', 'e2e/gateway.test.ts'],
    ['packages/gateway/src/wallet/vault/freezes.ts', 'e2e/emailLink.test.ts'],
    ['packages/gateway/src/wallet/shared/maskEmail.ts', 'e2e/emailLogin.test.ts'],
    ['apps/frame/src/windowChannel/windowMessages.ts', 'e2e/frame/window.test.ts'],
    [`${src}/react/views/useSilence.test.tsx`, undefined],
    ['packages/gateway/test/servers/startRedis.ts', undefined],
    ['docs/README.md', undefined],
  ])('of %s is %s', (file, journey) => {
    expect(journeyOf(file)).toBe(journey);
  });
});
