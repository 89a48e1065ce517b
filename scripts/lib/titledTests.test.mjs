import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { titledTests } from './titledTests.mjs';

const client = 'packages/latchkit/src/core';
const row = number => `[${'CFG'}-${number}]`;

/** Returns the titled tests of a file in a repository with these other files. */
function read(file, source, files = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'latchkit-rows-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return titledTests(source, { file, root });
}

const ids = source => titledTests(source).flatMap(test => test.ids);
/** Returns which of the rows 01, 02 … in a file are proved against a stub. */
const stubbed = (...given) =>
  read(...given)
    .filter(({ stub }) => stub() !== undefined)
    .flatMap(test => test.ids.map(id => id.slice(-2)));

describe('titledTests', () => {
  it('finds the ids of titles in every form', () => {
    const source = `
      describe('outer [${'CAP'}-01]', () => {
        it('one [${'LOG'}-01] [${'LOG'}-02]', () => {});
        it.each([[1, f(g(h()))]])(\`two \${name} [${'VAL'}-08]\`, () => {});
        test.runIf(isFull())("three [${'ERR'}-81]", { timeout: 1 }, () => {});
      });`;
    expect(ids(source)).toEqual(['CAP-01', 'LOG-01', 'LOG-02', 'VAL-08', 'ERR-81']);
  });

  it('ignores ids outside of titles, and in tests that are skipped or have to fail', () => {
    const source = `
      // it('in a comment [${'LOG'}-01]')
      expect('[${'LOG'}-02]').toBe(x);
      it.skip('later [${'LOG'}-03]', () => {});
      it.todo('some day [${'LOG'}-04]');
      it.fails('not yet [${'LOG'}-06]', () => {});
      it.skip.each([1])('later [${'LOG'}-07]', () => {});
      describe.skip('a group', () => it('of later [${'LOG'}-08]', () => {}));
      it('a title', () => render('[${'LOG'}-05]'));`;
    expect(ids(source)).toEqual([]);
  });

  it('finds scripted support that a test uses directly, through helpers or through other support', () => {
    const files = {
      [`${client}/scriptedAdapter.test-support.ts`]:
        "export const ADDRESS = '0x1';\nexport const scriptedAdapter = () => ({});\n",
      [`${client}/kit.test-support.ts`]: `
        import { scriptedAdapter } from './scriptedAdapter.test-support.js';
        export const startedKit = () => ({ adapter: scriptedAdapter() });
        export const settle = () => Promise.resolve();`,
    };
    const source = `
      import { startedKit, settle } from './kit.test-support.js';
      import { ADDRESS } from './scriptedAdapter.test-support.js';
      const open = () => startedKit();
      it('a ${row('01')}', () => open());
      it('b ${row('02')}', () => startedKit());
      it('c ${row('03')}', async () => expect(await settle()).toBe(ADDRESS));
      it('d ${row('04')}', () => expect({ startedKit: 1 }.startedKit).toBe(1));`;
    expect(stubbed(`${client}/a.test.ts`, source, files)).toEqual(['01', '02']);
    const reason = read(`${client}/a.test.ts`, source, files)[0]?.stub();
    expect(reason).toBe(`scriptedAdapter of ${client}/scriptedAdapter.test-support.ts`);
  });

  it('finds support that is marked as a stub', () => {
    const files = {
      [`${client}/page.test-support.ts`]: '/** @stub the wallet */\nexport function page() {}\n',
    };
    const source = `import { page } from './page.test-support.js';\nit('a ${row('01')}', () => page());`;
    expect(stubbed(`${client}/a.test.ts`, source, files)).toEqual(['01']);
    files[`${client}/page.test-support.ts`] = '/** The wallet. */\nexport function page() {}\n';
    expect(stubbed(`${client}/a.test.ts`, source, files)).toEqual([]);
  });

  it('finds stubs in the hooks of the group and the file, but of no other group', () => {
    const source = `
      import { createServer } from 'node:http';
      describe('one', () => {
        beforeEach(() => createServer(answer));
        it('a ${row('01')}', () => {});
        describe('deeper', () => it('b ${row('02')}', () => {}));
      });
      describe('two', () => it('c ${row('03')}', () => {}));`;
    expect(stubbed(`${client}/a.test.ts`, source)).toEqual(['01', '02']);
    expect(stubbed(`${client}/a.test.ts`, `${source}\nbeforeAll(() => createServer(answer));`)).toEqual([
      '01',
      '02',
      '03',
    ]);
    // Tests of the gateway may start servers for chains and apps.
    expect(stubbed('packages/gateway/src/a.test.ts', source)).toEqual([]);
  });

  it('finds responses of the test to a page, but not requests that continue or are aborted', () => {
    const source = `
      async function answers(page) { await page.route('**', route => route.fulfill({ json: {} })); }
      it('a ${row('01')}', ({ page }) => answers(page));
      it('b ${row('02')}', ({ page }) => page.route('**', route => route.fulfill({ status: 500 })));
      it('c ${row('03')}', ({ page }) => page.route('**', route => route.continue()));
      it('d ${row('04')}', ({ page }) => page.route('**', route => route.abort()));`;
    expect(stubbed('e2e/a.test.ts', source)).toEqual(['01', '02']);
  });

  it('does not count a type as a stub', () => {
    const files = { [`${client}/stubGateway.test-support.ts`]: 'export interface StubGateway {}\n' };
    const source = `
      import type { StubGateway } from './stubGateway.test-support.js';
      it('a ${row('01')}', () => { let gateway: StubGateway; });`;
    expect(stubbed(`${client}/a.test.ts`, source, files)).toEqual([]);
  });
});
