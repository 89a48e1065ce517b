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
