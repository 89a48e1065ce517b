import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { runNode } from '../lib/run.mjs';
import { layersOf } from './programs.mjs';

const made = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Checks a repository that contains only these files, in our folder layout. */
async function check(files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-layers-'));
  made.push(folder);
  const compilerOptions = {
    allowJs: true,
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    verbatimModuleSyntax: true,
    jsx: 'react-jsx',
  };
  const all = {
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'package.json': '{"type":"module"}',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const roots = Object.keys(files).map(file => file.split('/')[0]);
  return layersOf(
    folder,
    [...new Set(roots)].filter(root => root !== 'node_modules'),
  );
}

const src = 'packages/latchkit/src';

/** Forbidden imports in the client: the layer, the specifier, the file it resolves to, and the rule. */
const REFUSED_IN_CLIENT = [
  ['core', '../evm/e.js', 'evm/e.ts', 'core-imports-only-protocol'],
  ['protocol', '../core/c.js', 'core/c.ts', 'protocol-imports-only-itself'],
  ['core/kernel', '../connection/c.js', 'core/connection/c.ts', 'core-kernel-imports-only-its-base'],
  ['core/balances', '../send/s.js', 'core/send/s.ts', 'core-balances-imports-only-its-base'],
  ['core/send', '../start.js', 'core/start.ts', 'core-send-imports-only-its-base'],
  ['core/modal', '../Latchkit.js', 'core/Latchkit.ts', 'core-imports-only-types-of-its-root'],
  ['core/shelf', '../kernel/k.js', 'core/kernel/k.ts', 'core-folders-are-listed'],
  ['evm', '../solana/s.js', 'solana/s.ts', 'adapters-import-only-core-and-protocol'],
  ['embedded', '../evm/e.js', 'evm/e.ts', 'adapters-import-only-core-and-protocol'],
  ['networks', '../evm/e.js', 'evm/e.ts', 'networks-imports-only-core-protocol'],
  ['internal', '../react/r.js', 'react/r.ts', 'internal-imports-only-core-protocol'],
  ['react', '../evm/e.js', 'evm/e.ts', 'react-imports-only-core-internal-protocol'],
  ['react/views', '../../core/deep/d.js', 'core/deep/d.ts', 'modal-uses-the-public-core'],
  ['evm/provider', '../wagmi/w.js', 'evm/wagmi/w.ts', 'evm-provider-imports-only-its-base'],
  ['evm/chain', '../EvmOptions.js', 'evm/EvmOptions.ts', 'adapters-import-only-types-of-their-root'],
  ['evm/shelf', '../wagmi/w.js', 'evm/wagmi/w.ts', 'folders-are-listed'],
  ['solana/chain', '../engine/e.js', 'solana/engine/e.ts', 'solana-chain-imports-only-its-base'],
  ['react/primitives', '../modal/m.js', 'react/modal/m.ts', 'react-primitives-imports-only-its-base'],
  ['react/runtime', '../top.js', 'react/top.ts', 'react-runtime-imports-only-its-base'],
  ['react/views/connect', '../send/s.js', 'react/views/send/s.ts', 'views-connect-imports-only-its-base'],
  ['react/views', './send/s.js', 'react/views/send/s.ts', 'shared-views-import-no-feature'],
  ['react/shelf', '../modal/m.js', 'react/modal/m.ts', 'folders-are-listed'],
  ['react/views/shelf', '../send/s.js', 'react/views/send/s.ts', 'folders-are-listed'],
  ['testing', '../evm/e.js', 'evm/e.ts', 'testing-imports-only-core-protocol'],
  ['evm', 'node:fs', undefined, 'client-is-free-of-node'],
  ['evm', './nowhere.js', undefined, 'no-unresolvable'],
];

const keyring = 'packages/keyring/src';
const gateway = 'packages/gateway/src';

/** Forbidden imports in the gateway: the folder, the specifier and the file it resolves to. */
const REFUSED_IN_GATEWAY = [
  ['platform', './http/h.js', 'platform/http/h.ts'],
  ['platform/http', '../../project/projects/p.js', 'project/projects/p.ts'],
  ['project/chains', '../names/n.js', 'project/names/n.ts'],
  ['project/siwx', '../../wallet/shared/s.js', 'wallet/shared/s.ts'],
  ['project/siwx', '../../server/s.js', 'server/s.ts'],
  ['wallet/shared', '../../project/siwx/s.js', 'project/siwx/s.ts'],
  ['wallet/shared', '../vault/v.js', 'wallet/vault/v.ts'],
  ['wallet/service/auth', '../../vault/v.js', 'wallet/vault/v.ts'],
  ['wallet/vault', '../service/auth/a.js', 'wallet/service/auth/a.ts'],
];

const frame = 'apps/frame/src';

/** Forbidden imports in the wallet page: the folder, the specifier and the file it resolves to. */
const REFUSED_IN_FRAME = [
  ['host', '../screen/s.js', 'screen/s.ts'],
  ['review/model', '../evm/e.js', 'review/evm/e.ts'],
  ['account', '../approvals/a.js', 'approvals/a.ts'],
];

/** All forbidden imports: the folder, the specifier, the file it resolves to, and the rule. */
const REFUSED = [
  ...REFUSED_IN_CLIENT.map(([layer, specifier, target, rule]) => [
    `${src}/${layer}`,
    specifier,
    target && `${src}/${target}`,
    rule,
  ]),
  ...REFUSED_IN_GATEWAY.map(([folder, specifier, target]) => [
    `${gateway}/${folder}`,
    specifier,
    `${gateway}/${target}`,
    `gateway-${folder.replaceAll('/', '-')}-imports-only-its-base`,
  ]),
  ...REFUSED_IN_FRAME.map(([folder, specifier, target]) => [
    `${frame}/${folder}`,
    specifier,
    `${frame}/${target}`,
    `frame-${folder.replaceAll('/', '-')}-imports-only-its-base`,
  ]),
  [`${gateway}/shelf`, '../platform/p.js', `${gateway}/platform/p.ts`, 'gateway-folders-are-listed'],
  [keyring, '../../latchkit/src/core/c.js', `${src}/core/c.ts`, 'keyring-imports-only-what-computes'],
  [keyring, 'node:http', undefined, 'keyring-imports-only-what-computes'],
  [
    'packages/gateway/src',
    '../test/t.js',
    'packages/gateway/test/t.ts',
    'shipped-code-imports-no-test-support',
  ],
];
const importing = ([folder], index) => `${folder}/from${index}.ts`;

/** A repository with every violation and with allowed imports, so that one run of the linter covers all of it. */
const violating = () =>
  check({
    ...Object.fromEntries(
      REFUSED.flatMap(([, , target]) => (target ? [[target, 'export const a = 1;\n']] : [])),
    ),
    ...Object.fromEntries(
      REFUSED.map((row, index) => [
        importing(row, index),
        `import { a } from '${row[1]}';\nexport const b = a;\n`,
      ]),
    ),
    [`${src}/core/typed.ts`]: "import type { A } from '../solana/t.js';\nexport type B = A;\n",
    [`${src}/solana/t.ts`]: 'export type A = 1;\n',
    [`${src}/core/inPosition.ts`]: "export type B = import('../solana/t.js').A;\n",
    [`${src}/core/dynamic.ts`]: "export const load = () => import('../solana/t.js');\n",
    [`${src}/core/exporting.ts`]: "export * from '../solana/t.js';\n",
    [`${src}/core/quoted.ts`]:
      "/** See import('../solana/t.js'). */\nexport const a = \"from '../solana/t.js'\";\n",
    'packages/latchkit/package.json':
      '{"dependencies":{"shipped":"1.0.0"},"peerDependencies":{"peer":"1.0.0"},"devDependencies":{"peer":"1.0.0","tool":"1.0.0"}}',
    ...Object.fromEntries(
      ['shipped', 'peer', 'tool', 'unlisted'].flatMap(name => [
        [`node_modules/${name}/package.json`, '{"main":"index.js","types":"index.d.ts"}'],
        [`node_modules/${name}/index.js`, ''],
        [`node_modules/${name}/index.d.ts`, 'export type A = 1;\n'],
        [`${src}/evm/uses-${name}.ts`, `import '${name}';\nexport const a = 1;\n`],
        [`${src}/evm/types-${name}.ts`, `import type { A } from '${name}';\nexport type B = A;\n`],
      ]),
    ),
    [`${src}/core/one.ts`]: "import { b } from './two.js';\nexport const a = () => b;\n",
    [`${src}/core/two.ts`]: "import { a } from './one.js';\nexport const b = () => a;\n",
    [`${src}/core/kernel/allowedValue.ts`]:
      "import { b } from './allowedTyped.js';\nexport type A = 1;\nexport const a = b;\n",
    [`${src}/core/kernel/allowedTyped.ts`]:
      "import type { A } from './allowedValue.js';\nexport const b: A = 1;\n",
    [`${src}/core/kernel/allowedRoot.ts`]:
      "import type { a } from '../Latchkit.js';\nexport type B = typeof a;\n",
    [`${src}/core/send/allowed.ts`]: "import { a } from '../kernel/allowedValue.js';\nexport const s = a;\n",
    [`${src}/protocol/allowed.ts`]: 'export const p = 1;\n',
    [`${src}/core/index.ts`]: "export { p } from '../protocol/allowed.js';\n",
    [`${gateway}/wallet/vault/allowed.ts`]: "export { a } from '../shared/s.js';\n",
    [`${gateway}/wallet/openAllowed.ts`]: "export { a } from './vault/v.js';\n",
    [`${keyring}/allowed.ts`]: "export { p } from '../../latchkit/src/protocol/allowed.js';\n",
    [`${src}/evm/allowed.ts`]: "import { p } from '../core/index.js';\nexport const e = p;\n",
    [`${src}/react/views/allowed.tsx`]:
      "import { p } from '../../core/index.js';\nexport const v = <b>{p}</b>;\n",
    [`${src}/react/views/send/allowedView.tsx`]:
      "import { v } from '../allowed.js';\nexport const s = <b>{v}</b>;\n",
    [`${src}/react/mount/allowedMount.ts`]:
      "import { s } from '../views/send/allowedView.js';\nexport const m = s;\n",
  });

describe('layers', { timeout: 180_000 }, () => {
  let found;
  beforeAll(async () => {
    found = await violating();
  }, 180_000);

  const cases = REFUSED.map((row, index) => {
    const [folder, specifier, , rule] = row;
    return { folder, specifier, line: `${rule}: ${importing(row, index)} →` };
  });
  it.each(cases)('refuses an import of $specifier from $folder', ({ line }) => {
    expect(found.text.split('\n')).toContainEqual(expect.stringContaining(line));
    expect(found.ok).toBe(false);
  });

  it('refuses a forbidden type import', () => {
    expect(found.text).toContain(`core-imports-only-protocol: ${src}/core/typed.ts`);
  });

  it.each(['inPosition', 'dynamic', 'exporting'])('refuses what a file imports in another way: %s', file => {
    expect(found.text).toContain(`core-imports-only-protocol: ${src}/core/${file}.ts`);
  });

  it('reads no comment and no text', () => {
    expect(found.text).not.toContain('quoted.ts');
  });

  it('refuses packages that users do not get, and allows their types', () => {
    const refused = found.text.split('\n').filter(line => line.startsWith('shipped-code-declares'));
    expect(refused.map(line => line.split(' → ')[0])).toEqual(
      ['tool', 'unlisted'].map(name => `shipped-code-declares-what-it-uses: ${src}/evm/uses-${name}.ts`),
    );
  });

  it('refuses a runtime cycle, and allows a cycle of type imports', () => {
    expect(found.text).toContain(`no-runtime-cycles: ${src}/core/one.ts`);
    expect(found.text).not.toContain(`${src}/core/kernel/allowed`);
  });

  it('accepts every allowed import', () => {
    const refused = found.text.split('\n').filter(line => line.includes('→ packages'));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(line => /allowed|core\/index/.test(line))).toEqual([]);
  });

  it('fails when no TypeScript file was read', async () => {
    const { ok, text } = await check({ [`${src}/core/only.js`]: 'export const a = 1;\n' });
    expect(ok).toBe(false);
    expect(text).toContain('No TypeScript file was read.');
  });
});

describe('npm run check', () => {
  it('has a unique name for each rule', async () => {
    const names = `console.log(JSON.stringify(require(${JSON.stringify(inRoot('.layers.cjs'))}).forbidden.map(r => r.name)))`;
    const { output } = await runNode(['-e', names], { quiet: true });
    const list = JSON.parse(output);
    expect(new Set(list).size).toBe(list.length);
  });
});
