// The import rules, which `scripts/lib/layers.mjs` reads. Layer rules include type-only imports; the cycle rule covers only runtime imports.
const src = 'packages/latchkit/src';
const adapters = 'evm|solana|bitcoin|polkadot|walletconnect|embedded|siwx';
const test = '\\.(test|test-d|test-support|conformance)\\.[a-z]+$';
/** Support of the tests of the packages that aren't client code. */
const packageTesting = '^packages/[^/]+/test/';

/** Creates a rule that a layer of the client may import only itself and the allowed layers. */
const layerOnly = (layer, allowed, comment) => ({
  name: `${layer}-imports-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  comment,
  from: { path: `^${src}/${layer}/`, pathNot: test },
  to: { path: `^${src}/`, pathNot: `^${src}/(${[layer, ...allowed].join('|')})/` },
});

/**
 * Which folders of core each folder of core may import, including types. First the base folders, bottom up, which every feature may
 * import, then the features. A new edge between features must not create a cycle.
 */
const base = ['adapter', 'networks', 'kernel', 'modal', 'wallets', 'connection'];
const coreImports = {
  adapter: [],
  networks: ['adapter'],
  kernel: ['adapter'],
  modal: ['adapter', 'kernel'],
  wallets: ['adapter', 'kernel'],
  connection: ['adapter', 'kernel', 'modal', 'wallets'],
  activity: [...base, 'onramp'],
  analytics: base,
  balances: [...base, 'walletActions'],
  directory: base,
  embeddedWallet: base,
  identity: [...base, 'names'],
  names: [...base, 'transactions', 'walletActions'],
  project: [...base, 'analytics'],
  onramp: [...base, 'balances'],
  pay: [...base, 'balances', 'swap', 'transactions'],
  receive: base,
  send: [...base, 'balances', 'identity', 'transactions'],
  signIn: [...base, 'embeddedWallet'],
  smartAccounts: [...base, 'signIn'],
  swap: [...base, 'balances', 'transactions', 'walletActions'],
  transactions: [...base, 'balances'],
  walletActions: base,
  walletConnect: [...base, 'signIn'],
};

/** Types at the root of core that all of core may import: an instance, its options, its state and its events. */
const rootTypes = `^${src}/core/Latchkit(Options|State|Event)?\\.ts$`;

/** Which folders of react each folder of react may import, including types. The files of its root may import them all. */
const reactImports = {
  locales: [],
  theme: [],
  hooks: [],
  runtime: ['locales'],
  primitives: ['runtime', 'theme'],
  modal: ['locales', 'primitives', 'runtime', 'theme'],
  views: ['modal', 'primitives', 'runtime', 'theme'],
  mount: ['locales', 'modal', 'runtime', 'theme', 'views'],
  buttons: ['hooks', 'locales', 'mount', 'primitives'],
};

/** Which features each feature of react/views may import. All may import the files directly in views, which import no feature. */
const viewImports = {
  about: [],
  account: ['activity', 'email'],
  activity: [],
  allWallets: ['connect'],
  approve: [],
  connect: [],
  email: [],
  names: [],
  network: ['account', 'walletConnect'],
  onramp: [],
  pay: ['swap', 'walletConnect'],
  receive: [],
  send: ['walletConnect'],
  signIn: ['walletConnect'],
  social: ['email', 'walletConnect'],
  swap: ['walletConnect'],
  walletConnect: ['connect'],
};

const gateway = 'packages/gateway/src';
const frame = 'apps/frame/src';

/**
 * Which folders of the gateway each of its folders may import, including types; `/**` stands for the folders below it. A new edge
 * must not create a cycle. The services for projects and those of the embedded wallet never import each other: `server` connects
 * them. The wallet service and the vault are two trust domains: neither imports the other.
 */
const platform = ['platform', 'platform/**'];
const domain = [...platform, 'project/projects'];
const walletPart = [
  ...platform,
  'wallet/shared',
  'wallet/shared/mail',
  'wallet/shared/mail/locales',
  'wallet/shared/waysIn',
];
const gatewayImports = {
  'platform/ports': [],
  platform: ['platform/ports'],
  'platform/adapters/memory': ['platform/ports', 'platform'],
  'platform/adapters/redis': ['platform/ports', 'platform'],
  'platform/adapters/pglite': ['platform/ports', 'platform'],
  'platform/adapters': ['platform/ports', 'platform', 'platform/adapters/**'],
  'platform/backup': ['platform'],
  'platform/keyvault/aws': ['platform/ports', 'platform'],
  'platform/keyvault': ['platform/ports', 'platform', 'platform/keyvault/aws'],
  'platform/http': ['platform/ports', 'platform', 'platform/adapters/**'],
  'platform/jsonrpc': ['platform', 'platform/http'],

  'project/projects': platform,
  'project/assets': domain,
  'project/chains': domain,
  'project/aa': [...domain, 'project/chains'],
  'project/analytics': domain,
  'project/bitcoin': [...domain, 'project/chains'],
  'project/farcaster': domain,
  'project/relay/mailbox': platform,
  'project/relay': [...domain, 'project/relay/mailbox'],
  'project/siwx': [...domain, 'project/chains'],
  // Accounts, the token of a sign-in, and the bundler.
  'project/permissions': [...domain, 'project/aa', 'project/chains', 'project/siwx'],
  // A registered name is found before those of ENS; signatures of accounts.
  'project/profile': [...domain, 'project/chains', 'project/siwx'],
  'project/names': [...domain, 'project/chains', 'project/profile'],
  'project/directory': [...domain, 'project/assets', 'project/chains'],
  'project/tokens': [...domain, 'project/assets', 'project/chains'],
  'project/convert/pools': [...platform, 'project/chains', 'project/convert', 'project/tokens'],
  'project/convert/vendors': [...platform, 'project/chains', 'project/convert'],
  'project/convert': [...domain, 'project/chains', 'project/tokens'],
  'project/onramp/vendors': [...platform, 'project/onramp'],
  'project/onramp/exchange': [...platform, 'project/chains', 'project/tokens', 'project/onramp'],
  'project/onramp': domain,
  // It reads what transactions move as the history does.
  'project/payments': [
    ...domain,
    'project/chains',
    'project/history/sources/bitcoin',
    'project/history/sources/indexer',
    'project/history/sources/solana',
  ],
  'project/balances': [...domain, 'project/chains', 'project/tokens'],
  'project/history/sources': [...platform, 'project/chains', 'project/tokens'],
  'project/history/sources/blockscout': [...platform, 'project/history/sources'],
  'project/history/sources/indexer': [...platform, 'project/chains', 'project/history/sources'],
  'project/history/sources/bitcoin': [...platform, 'project/chains', 'project/history/sources'],
  'project/history/sources/solana': [
    ...platform,
    'project/chains',
    'project/tokens',
    'project/history/sources',
  ],
  'project/history': [...domain, 'project/chains', 'project/tokens', 'project/history/**'],
  project: [...platform, 'project/**'],

  'wallet/shared/mail/locales': [],
  'wallet/shared/mail': [...platform, 'wallet/shared/mail/locales'],
  'wallet/shared/waysIn': [],
  'wallet/shared': walletPart,
  'wallet/durability': walletPart,
  'wallet/canaries': walletPart,
  'wallet/service/auth': walletPart,
  'wallet/service/custody': [...walletPart, 'wallet/service/auth'],
  'wallet/service/signIn': [...walletPart, 'wallet/service/auth', 'wallet/service/custody'],
  'wallet/service/portal': [...walletPart, 'wallet/service/auth', 'wallet/service/custody'],
  'wallet/service/social/providers': [...walletPart, 'wallet/service/social'],
  'wallet/service/social': [
    ...walletPart,
    'wallet/service/auth',
    'wallet/service/custody',
    'wallet/service/signIn',
    'wallet/service/social/providers',
  ],
  'wallet/service/chainAccess': [...walletPart, 'wallet/service/custody'],
  'wallet/service/mailbox': [...walletPart, 'wallet/service/auth'],
  'wallet/service/pages': walletPart,
  'wallet/service': walletPart,
  'wallet/vault/evidence': walletPart,
  'wallet/vault/pages': walletPart,
  'wallet/vault': [...walletPart, 'wallet/vault/evidence'],
  wallet: [...platform, 'wallet/**'],

  server: [...platform, 'project', 'project/**', 'wallet', 'wallet/**'],
  commands: [...platform, 'project', 'project/**', 'wallet', 'wallet/**', 'server'],
};
/** Which folders of an adapter each of its folders may import. All may import these types of its root. */
const evmImports = {
  provider: [],
  chain: ['provider'],
  calls: ['chain', 'provider'],
  sessions: [],
  wallets: ['provider'],
  discovery: ['provider', 'wallets'],
  wagmi: ['chain', 'discovery', 'provider', 'wallets'],
};
const evmTypes = '(EvmEngine|EvmOptions|WagmiConfig)\\.ts$';
const solanaImports = { chain: [], discovery: ['chain'], engine: ['chain', 'discovery'] };
const solanaTypes = 'SolanaEngine\\.ts$';
const bitcoinImports = {
  account: [],
  shapes: ['account'],
  discovery: ['account', 'shapes'],
  engine: ['account', 'shapes'],
};
const polkadotImports = { account: [], discovery: ['account'], engine: ['account'] };
const actionTypes = '(Bitcoin|Polkadot)Actions\\.ts$';

/**
 * Which folders of the wallet page each of its folders may import, including types: `host` talks to the host page, `review` says
 * what a request does, `screen` shows it, `approvals` decides, `windowChannel` joins page and window. `page` and the files of the
 * root may import them all.
 */
const reviewFolders = ['review/model', 'texts'];
const portalBase = ['portal/parts', 'portal/runtime', 'portal/texts', 'review/model'];
const portalPages = [
  'activity',
  'deletion',
  'devices',
  'export',
  'freeze',
  'home',
  'logins',
  'move',
  'permissions',
  'protection',
  'sites',
];
const frameImports = {
  host: [],
  worker: [],
  services: [],
  chains: ['account', 'services'],
  'review/model': ['chains', 'texts'],
  'review/messages': reviewFolders,
  'review/evm': [...reviewFolders, 'review/messages'],
  'review/solana': reviewFolders,
  review: ['chains', 'texts', 'review/model', 'review/messages', 'review/evm', 'review/solana'],
  texts: [],
  smartAccount: ['account', 'chains', 'services'],
  prepare: ['chains', 'services', 'smartAccount', 'review/model', 'review/messages', 'texts'],
  screen: reviewFolders,
  passkeys: [],
  account: ['passkeys', 'services', 'storage', 'worker'],
  windowChannel: ['review/model', 'screen', 'services', 'texts'],
  window: ['account', 'passkeys', 'screen', 'windowChannel', ...reviewFolders, 'review/messages'],
  approvals: [
    ...['account', 'chains', 'host', 'prepare', 'review', 'screen', 'smartAccount', 'windowChannel'],
    ...reviewFolders,
  ],
  'portal/texts/login': [],
  'portal/texts/pages': [],
  'portal/texts': ['portal/texts/login', 'portal/texts/pages'],
  'portal/runtime': ['account', 'services', 'portal/texts'],
  'portal/parts': portalBase,
  'portal/login': [...portalBase, 'portal/shell'],
  'portal/shell': [...portalBase, ...portalPages.map(page => `portal/${page}`)],
  ...Object.fromEntries(portalPages.map(page => [`portal/${page}`, [...portalBase, 'account', 'storage']])),
  // It prepares and sends transfers itself.
  'portal/move': [...portalBase, 'chains', 'prepare', 'services', 'smartAccount'],
  'portal/permissions': [...portalBase, 'services'],
  // A freeze stops no permission, so that its page ends them.
  'portal/freeze': [...portalBase, 'portal/permissions'],
};

/**
 * Creates a rule for each folder directly under a root: it may import only itself and the folders listed for it. `shared` matches the
 * files of the root that all of them may import.
 */
const oneDirection = (name, root, imports, shared) =>
  Object.entries(imports).map(([folder, others]) => ({
    name: `${name}-${folder}-imports-only-its-base`,
    severity: 'error',
    comment: 'Folders import each other in one direction: see the lists at the top.',
    from: { path: `^${root}/${folder}/`, pathNot: test },
    to: {
      path: `^${root}/`,
      pathNot: [`^${root}/(${[folder, ...others].join('|')})/`, ...(shared ? [`^${root}/${shared}`] : [])],
    },
  }));

/** Matches the files of these folders of the gateway. */
const inGateway = folders =>
  `^${gateway}/(${folders.map(folder => folder.replace('/**', '/.+')).join('|')})/[^/]+$`;

module.exports = {
  forbidden: [
    {
      name: 'no-runtime-cycles',
      severity: 'error',
      comment: 'Modules in a runtime cycle depend on their loading order. A cycle of type imports is fine.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'Every import must resolve.',
      from: { path: '^(packages|apps)/' },
      to: { couldNotResolve: true, pathNot: '\\.gen\\.js$' },
    },
    layerOnly('protocol', [], 'The protocol is a leaf.'),
    layerOnly('core', ['protocol'], 'Core imports no adapter and no user interface.'),
    layerOnly('networks', ['core', 'protocol'], 'Definitions of networks are data.'),
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
      comment: 'The root combines the features; they may import only its types.',
      from: { path: `^${src}/core/[^/]+/`, pathNot: test },
      to: { path: rootTypes, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-folders-are-listed',
      severity: 'error',
      comment: 'Add a new folder of core, with its imports, to the list at the top.',
      from: {
        path: `^${src}/core/[^/]+/`,
        pathNot: [test, `^${src}/core/(${Object.keys(coreImports).join('|')})/`],
      },
      to: { path: `^${src}/` },
    },
    {
      name: 'adapters-import-only-core-and-protocol',
      severity: 'error',
      comment: 'Adapters and connectors import neither each other nor a user interface.',
      from: { path: `^${src}/(${adapters})/`, pathNot: test },
      to: { path: `^${src}/`, pathNot: [`^${src}/$1/`, `^${src}/(core|protocol)/`] },
    },
    layerOnly(
      'internal',
      ['core', 'protocol'],
      'Exports what the modal needs beyond the public API of core.',
    ),
    layerOnly(
      'react',
      ['core', 'internal', 'protocol'],
      'The user interface reaches wallets only through core.',
    ),
    ...oneDirection('react', `${src}/react`, reactImports),
    ...oneDirection('views', `${src}/react/views`, viewImports, '[^/]+$'),
    ...oneDirection('evm', `${src}/evm`, evmImports, evmTypes),
    ...oneDirection('solana', `${src}/solana`, solanaImports, solanaTypes),
    ...oneDirection('bitcoin', `${src}/bitcoin`, bitcoinImports, actionTypes),
    ...oneDirection('polkadot', `${src}/polkadot`, polkadotImports, actionTypes),
    {
      name: 'adapters-import-only-types-of-their-root',
      severity: 'error',
      comment: 'The root of an adapter combines its folders; they may import only its types.',
      from: { path: `^${src}/(evm|solana|bitcoin|polkadot)/[^/]+/`, pathNot: test },
      to: { path: `^${src}/$1/[^/]+$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-views-import-no-feature',
      severity: 'error',
      comment: 'Features share the files directly in react/views.',
      from: { path: `^${src}/react/views/[^/]+$`, pathNot: test },
      to: { path: `^${src}/react/views/[^/]+/` },
    },
    {
      name: 'folders-are-listed',
      severity: 'error',
      comment:
        'Add a new folder of react, of its views or of an adapter, with its imports, to the lists at the top.',
      from: {
        path: `^${src}/(react|evm|solana|bitcoin|polkadot)/[^/]+/`,
        pathNot: [
          test,
          `^${src}/evm/(${Object.keys(evmImports).join('|')})/`,
          `^${src}/solana/(${Object.keys(solanaImports).join('|')})/`,
          `^${src}/bitcoin/(${Object.keys(bitcoinImports).join('|')})/`,
          `^${src}/polkadot/(${Object.keys(polkadotImports).join('|')})/`,
          `^${src}/react/(${Object.keys(reactImports)
            .filter(folder => folder !== 'views')
            .join('|')})/`,
          `^${src}/react/views/([^/]+$|(${Object.keys(viewImports).join('|')})/)`,
        ],
      },
      to: { path: `^${src}/` },
    },
    layerOnly('elements', ['react', 'core', 'protocol'], 'Custom elements wrap the React interface.'),
    layerOnly('testing', ['core', 'protocol'], 'The test kit depends only on the contracts.'),
    {
      name: 'appkit-imports-only-what-is-public',
      severity: 'error',
      comment: 'The drop-in API uses only public entry points.',
      from: { path: `^${src}/appkit/`, pathNot: test },
      to: { path: `^${src}/`, pathNot: [`^${src}/appkit/`, `^${src}/[^/]+/index\\.ts$`] },
    },
    {
      name: 'modal-uses-the-public-core',
      severity: 'error',
      comment:
        'The modal uses only what core and latchkit/internal export, so that a host can build the same interface.',
      from: { path: `^${src}/react/(runtime|primitives|modal|views|theme|locales)/`, pathNot: test },
      to: { path: `^${src}/core/`, pathNot: `^${src}/core/index\\.ts$` },
    },
    {
      name: 'gateway-imports-only-the-protocol',
      severity: 'error',
      comment: 'The server shares only the wire contracts with the client.',
      from: { path: '^packages/gateway/(src|test)/', pathNot: test },
      to: { path: '^packages/latchkit/', pathNot: `^${src}/protocol/` },
    },
    {
      name: 'gateway-tests-import-only-protocol-and-test-kit',
      severity: 'error',
      comment: 'The test kit has the token of the development chains.',
      from: { path: `^packages/gateway/(src|test)/.*${test}` },
      to: { path: '^packages/latchkit/', pathNot: `^${src}/(protocol|testing)/` },
    },
    ...Object.entries(gatewayImports).map(([folder, others]) => ({
      name: `gateway-${folder.replaceAll('/', '-')}-imports-only-its-base`,
      severity: 'error',
      comment: 'Folders of the gateway import each other in one direction: see the list at the top.',
      from: { path: inGateway([folder]), pathNot: test },
      to: { path: `^${gateway}/`, pathNot: inGateway([folder, ...others]) },
    })),
    {
      name: 'gateway-folders-are-listed',
      severity: 'error',
      comment: 'Add a new folder of the gateway, with its imports, to the list at the top.',
      from: { path: `^${gateway}/.+/`, pathNot: [test, inGateway(Object.keys(gatewayImports))] },
      to: { path: `^${gateway}/` },
    },
    {
      name: 'keyring-imports-only-what-computes',
      severity: 'error',
      comment: 'The code that creates and opens keys knows no storage, network or user interface.',
      from: { path: '^packages/keyring/src/', pathNot: test },
      to: {
        path: '.',
        pathNot: [
          `^packages/keyring/src/|^${src}/protocol/`,
          'node_modules/(@noble/(curves|hashes)|@scure/(base|bip32|bip39)|jose|viem)/',
        ],
      },
    },
    {
      name: 'frame-imports-only-keyring-and-protocol',
      severity: 'error',
      comment: 'The page that holds keys contains no host code. Its tests may connect both ends.',
      from: { path: '^apps/(canary|frame)/', pathNot: test },
      to: { path: '^packages/', pathNot: [`^${src}/protocol/`, '^packages/keyring/src/index\\.ts$'] },
    },
    ...Object.entries(frameImports).map(([folder, others]) => ({
      name: `frame-${folder.replaceAll('/', '-')}-imports-only-its-base`,
      severity: 'error',
      comment: 'Folders of the wallet page import each other in one direction: see the list at the top.',
      from: { path: `^${frame}/${folder}/[^/]+$`, pathNot: test },
      to: { path: `^${frame}/`, pathNot: `^${frame}/(${[folder, ...others].join('|')})/[^/]+$` },
    })),
    {
      name: 'apps-import-only-what-is-public',
      severity: 'error',
      comment: 'Our own pages use the packages as any host would.',
      from: { path: '^apps/', pathNot: test },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/[^/]+/src/[^/]+/index\\.ts$',
          '^packages/latchkit/src/testing/(solana|bitcoin|polkadot)/index\\.ts$',
          '^packages/[^/]+/(style\\.css|package\\.json)$',
        ],
      },
    },
    {
      name: 'packages-do-not-import-apps',
      severity: 'error',
      comment: 'Packages do not depend on their users. Tests may start the development chains.',
      from: { path: '^packages/', pathNot: [test, packageTesting] },
      to: { path: '^(apps|e2e|bench|examples|scripts)/' },
    },
    {
      name: 'tests-of-packages-import-only-the-development-chains',
      severity: 'error',
      comment:
        'Tests may start real chains on free ports, deploy ENS to them, sign a wallet page, serve HTTP and register promises, but import nothing else from outside of the packages.',
      from: { path: [`^packages/.*${test}`, packageTesting] },
      to: {
        path: '^(apps|e2e|bench|examples|scripts)/',
        pathNot:
          '^(apps/(solana-devnet|bitcoin-regtest|dev-bundler|dev-idp)/src/index\\.ts|scripts/lib/(awaitedLater|findAnvil|installDevelopmentEns|ports|serveHttp|signFrame)\\.mjs)$',
      },
    },
    {
      name: 'shipped-code-imports-no-test-support',
      severity: 'error',
      comment: 'Test support is not in the published packages.',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: test },
      to: { path: packageTesting },
    },
    {
      name: 'client-is-free-of-node',
      severity: 'error',
      comment: 'Hosts must not need polyfills for Node modules.',
      from: { path: `^${src}/`, pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'shipped-code-declares-what-it-uses',
      severity: 'error',
      comment: 'A development dependency is not installed for users of the package.',
      from: { path: '^packages/[^/]+/src/', pathNot: test },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm', 'npm-peer'],
      },
    },
  ],
  // The gateway's package contains the built wallet page.
  exclude: '(^|/)(dist|\\.next)/|^packages/gateway/frame/',
};
