import path from 'node:path';

const layerOf = name => name.split('/')[0];
const folderOf = name => name.split('/').slice(0, -1).join('/');
/** What the adapters of account wallets share. Hosts with EVM wallets only don't load it. */
const isSession = name => /^core\/adapter\/wallets\//.test(name);
/** What reads the errors of EVM wallets: neither finding nor connecting them needs it. */
const isEvmErrors = name => name === 'evm/provider/walletErrorCode';
const isWalletCode = name => /^core\/adapter\/createStandardWallet$/.test(name);
/** What the embedded wallet shares with the views of its logins, which a waiting login loads. */
const isLogin = (name, parts) =>
  /^(core\/embeddedWallet|protocol\/frame)\//.test(name) && parts.some(part => layerOf(part) === 'embedded');
/** Shared by the views of all wallets and the client of WalletConnect. Connect needs no templates. */
const isTemplates = name => name === 'core/wallets/walletTemplates';
/** What WalletConnect's views share with what loads with its client. */
const ATTACHED = 'core/walletConnect/attachClient';
const isAttached = parts => parts.every(part => /^(core|react\/views)\/walletConnect\//.test(part));
const isView = name => layerOf(name) === 'react';
const isCore = name => ['core', 'protocol'].includes(layerOf(name));

/** Loaded when Connect opens, in every host with the adapter. */
const OPENING = new Set([
  'core/start',
  'react/mount/mountModal',
  'evm/discovery/createDiscovery',
  'evm/createEngine',
  'solana/discovery/createDiscovery',
  'solana/engine/createEngine',
  'bitcoin/discovery/createDiscovery',
  'bitcoin/engine/createEngine',
  'polkadot/discovery/createDiscovery',
  'polkadot/engine/createEngine',
]);

/** Calls the services of a project: loaded in hosts that configure a gateway or WalletConnect. */
const SERVICES = new Set([
  'core/wallets/loadListings',
  'core/project/loadProject',
  'core/analytics/startAnalytics',
  'core/walletConnect/followWalletConnect',
]);

/** Loaded when the pointer reaches a row of any kind. */
const NEXT = new Set([
  'react/views/connect/ConnectingExternalView',
  'react/runtime/viewIcons',
  'react/runtime/viewChange',
]);

/** Reads the data of a connected account, in any view. */
const CONNECTED = new Set([
  'core/balances/readBalance',
  'core/identity/loadIdentity',
  'core/balances/loadTokens',
  'core/balances/loadPrices',
  'evm/chain/createChainReads',
  'evm/createAccountEngine',
]);

/** Loaded when Connect opens in a host without wagmi, and when the pointer is over a wallet that needs pairing. */
const WITHOUT_WAGMI = new Set(['evm/wagmi/createOwnConfig']);
const PAIRING = new Set(['walletconnect/kit/createClient']);

/** The email field, which is part of Connect, and the steps after it. */
const EMAIL_FIELD = 'react/views/email/emailViews';
const EMAIL_STEPS = 'react/views/email/codeViews';

/**
 * Returns the chunk of a module that loads later, or null if only one part needs the module, which then contains it.
 *
 * @param {string} name the module
 * @param {readonly string[]} parts the dynamically imported modules that need it, including itself
 */
export function chunkOf(name, parts) {
  const isNeededBy = some => parts.some(part => some.has(part));
  const layer = layerOf(name);
  if (isSession(name)) return 'core/walletSessions';
  if (isTemplates(name) || isEvmErrors(name)) return name;
  if (isNeededBy(OPENING)) {
    if (isCore(name)) return 'core/opening';
    return layer === 'react' ? 'react/connect' : `${layer}/${layer}Connect`;
  }
  if (/^react\/locales\/\w+\/buttons$/.test(name)) return parts.length < 2 ? null : name;
  if (isNeededBy(SERVICES)) return 'core/services';
  // What the client shares with other parts stays with the services, which are loaded before it.
  if (parts.includes(ATTACHED)) return isAttached(parts) ? ATTACHED : 'core/services';
  return chunkAfterConnect(name, parts, isNeededBy);
}

/** Returns the chunk of a module that Connect and the services don't need. */
function chunkAfterConnect(name, parts, isNeededBy) {
  const layer = layerOf(name);
  if (parts.includes(EMAIL_FIELD)) return emailChunk(name, parts, EMAIL_FIELD, 'react/connect');
  if (isNeededBy(NEXT)) return parts.every(isView) ? 'react/nextViews' : 'core/opening';
  if (parts.includes(EMAIL_STEPS)) return emailChunk(name, parts, EMAIL_STEPS, 'react/nextViews');
  const isShared = parts.length > 1;
  if (isShared && isNeededBy(WITHOUT_WAGMI)) return isCore(name) ? 'core/opening' : 'evm/evmConnect';
  // Pairing needs only a small part of the account code.
  if (isShared && isCore(name) && isNeededBy(PAIRING) && !isWalletCode(name)) return 'core/opening';
  if (isNeededBy(CONNECTED)) return isCore(name) ? 'core/account' : `${layer}/${layer}Account`;
  return isShared ? sharedChunk(name, parts) : null;
}

/** Keeps parts that only logins use with the email field; parts that it shares go to the chunk that most visitors load. */
function emailChunk(name, parts, own, common) {
  if (isCore(name)) return 'core/services';
  const isOwn = parts.every(part => /^react\/views\/(email|approve|social)\//.test(part));
  return isOwn ? own : common;
}

/** Returns the chunk for a module that several parts after Connect share. */
function sharedChunk(name, parts) {
  const folders = new Set(parts.map(folderOf));
  const [folder] = folders;
  // An adapter's parts are small, so they share one chunk.
  if (folders.size === 1 && !/^(evm|solana|bitcoin|polkadot)\//.test(folder))
    return `${folder}/${path.posix.basename(folder)}Parts`;
  if (isWalletCode(name)) return 'core/standardWallet';
  if (isLogin(name, parts)) return 'core/embeddedWallet/logins';
  if (isCore(name)) return 'core/account';
  const layer = layerOf(name);
  return layer === 'react' ? 'react/views/sharedViews' : `${layer}/${layer}Account`;
}
