// Who may import whom. Type-only imports count for the layers; only imports that run count for the cycles.
const src = 'packages/latchkit/src';
const adapters = 'evm|solana|bitcoin|polkadot|walletconnect|embedded|siwx';
const test = '\\.(test|test-d|test-support|conformance)\\.[a-z]+$';
const gatewayTesting = '^packages/gateway/src/testing/';

/** A rule that a room of the client may import nothing of `src/` but itself and the rooms named. */
const roomOnly = (room, allowed, comment) => ({
  name: `${room}-imports-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  comment,
  from: { path: `^${src}/${room}/`, pathNot: test },
  to: { path: `^${src}/`, pathNot: `^${src}/(${[room, ...allowed].join('|')})/` },
});

/**
 * What a folder of core may import of core besides itself, types included: the base folders on which every feature stands,
 * from the bottom up, and the features. A new edge between features may close no cycle.
 */
const base = ['adapter', 'networks', 'kernel', 'modal', 'wallets', 'connection'];
const coreImports = {
  adapter: [],
  networks: ['adapter'],
  kernel: ['adapter'],
  modal: ['adapter', 'kernel'],
  wallets: ['adapter', 'kernel'],
  connection: ['adapter', 'kernel', 'modal', 'wallets'],
  activity: base,
  analytics: base,
  balances: [...base, 'walletActions'],
  directory: base,
  embeddedWallet: base,
  identity: base,
  project: [...base, 'analytics'],
  receive: base,
  send: [...base, 'balances', 'identity', 'transactions'],
  signIn: base,
  smartAccounts: [...base, 'signIn'],
  transactions: [...base, 'balances'],
  walletActions: base,
  walletConnect: [...base, 'signIn'],
};

/** Types of core's root that all of core knows: an instance, its options, its state and its events. */
const rootTypes = `^${src}/core/Latchkit(Options|State|Event)?\\.ts$`;

module.exports = {
  forbidden: [
    {
      name: 'no-runtime-cycles',
      severity: 'error',
      comment:
        'Modules that need each other while they load depend on the order of loading. A cycle of types is fine.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'Every import leads somewhere.',
      from: { path: '^(packages|apps)/' },
      to: { couldNotResolve: true, pathNot: '\\.gen\\.js$' },
    },
    roomOnly('protocol', [], 'The protocol is a leaf.'),
    roomOnly('core', ['protocol'], 'Core knows no adapter and no interface.'),
    ...Object.entries(coreImports).map(([folder, others]) => ({
      name: `core-${folder}-imports-only-its-base`,
      severity: 'error',
      comment: 'Folders of core import each other in one direction: see the list at the top.',
      from: { path: `^${src}/core/${folder}/`, pathNot: test },
      to: { path: `^${src}/core/`, pathNot: [`^${src}/core/(${[folder, ...others].join('|')})/`, rootTypes] },
    })),
    {
      name: 'core-imports-only-types-of-its-root',
      severity: 'error',
      comment: 'The root puts the features together; they know only its types.',
      from: { path: `^${src}/core/[^/]+/`, pathNot: test },
      to: { path: rootTypes, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-folders-are-listed',
      severity: 'error',
      comment: 'A new folder of core says in the list at the top what it imports.',
      from: {
        path: `^${src}/core/[^/]+/`,
        pathNot: [test, `^${src}/core/(${Object.keys(coreImports).join('|')})/`],
      },
      to: { path: `^${src}/` },
    },
    {
      name: 'adapters-import-only-core-and-protocol',
      severity: 'error',
      comment: 'Adapters and connectors do not know each other, nor any interface.',
      from: { path: `^${src}/(${adapters})/`, pathNot: test },
      to: { path: `^${src}/`, pathNot: [`^${src}/$1/`, `^${src}/(core|protocol)/`] },
    },
    roomOnly('react', ['core', 'protocol'], 'The interface reaches wallets through core only.'),
    roomOnly('elements', ['react', 'core', 'protocol'], 'Custom elements wrap the React interface.'),
    roomOnly('testing', ['core', 'protocol'], 'The test kit stands on the contracts.'),
    {
      name: 'appkit-imports-only-what-is-public',
      severity: 'error',
      comment: 'The drop-in surface is built on public entries only.',
      from: { path: `^${src}/appkit/`, pathNot: test },
      to: { path: `^${src}/`, pathNot: [`^${src}/appkit/`, `^${src}/[^/]+/index\\.ts$`] },
    },
    {
      name: 'modal-uses-the-public-core',
      severity: 'error',
      comment:
        'Whatever the modal can do, the interface of a host can do: it reaches core by its public entry.',
      from: { path: `^${src}/react/(modal|primitives|views|theme|locales)/`, pathNot: test },
      to: { path: `^${src}/core/`, pathNot: `^${src}/core/index\\.ts$` },
    },
    {
      name: 'gateway-imports-only-the-protocol',
      severity: 'error',
      comment: 'The server shares the wire contracts with the client, and nothing else.',
      from: { path: '^packages/gateway/src/' },
      to: { path: '^packages/latchkit/', pathNot: `^${src}/protocol/` },
    },
    {
      name: 'frame-imports-only-the-protocol',
      severity: 'error',
      comment:
        'The page that holds keys carries no code of the host side. Its tests bring both ends together.',
      from: { path: '^apps/frame/', pathNot: test },
      to: { path: '^packages/', pathNot: `^${src}/protocol/` },
    },
    {
      name: 'apps-import-only-what-is-public',
      severity: 'error',
      comment: 'Our own pages use the packages as any host does.',
      from: { path: '^apps/', pathNot: test },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/[^/]+/src/[^/]+/index\\.ts$',
          '^packages/latchkit/src/testing/solana/index\\.ts$',
          '^packages/[^/]+/(style\\.css|package\\.json)$',
        ],
      },
    },
    {
      name: 'packages-do-not-import-apps',
      severity: 'error',
      comment: 'What ships does not know what uses it. Tests may start the development chains.',
      from: { path: '^packages/', pathNot: [test, gatewayTesting] },
      to: { path: '^(apps|e2e|bench|examples|scripts)/' },
    },
    {
      name: 'tests-of-packages-import-only-the-development-chains',
      severity: 'error',
      comment: 'A test starts real chains, at ports of its own, and nothing else that is not a package.',
      from: { path: [`^packages/.*${test}`, gatewayTesting] },
      to: {
        path: '^(apps|e2e|bench|examples|scripts)/',
        pathNot: '^(apps/solana-devnet/src/index\\.ts|scripts/lib/(findAnvil|ports)\\.mjs)$',
      },
    },
    {
      name: 'client-is-free-of-node',
      severity: 'error',
      comment: 'Builds of hosts need no polyfills.',
      from: { path: `^${src}/`, pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'shipped-code-declares-what-it-uses',
      severity: 'error',
      comment: 'A package that is only a development dependency is not there for those who install ours.',
      from: { path: '^packages/[^/]+/src/', pathNot: [test, gatewayTesting] },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm', 'npm-peer'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.next)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
