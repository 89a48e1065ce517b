import path from 'node:path';

const roomOf = name => name.split('/')[0];
const folderOf = name => name.split('/').slice(0, -1).join('/');
const isWalletCode = name =>
  /^(core\/adapter\/(createStandardWallet|putSignature)|protocol\/base64)$/.test(name);
const isView = name => roomOf(name) === 'react';
const isCore = name => ['core', 'protocol'].includes(roomOf(name));

/** What opening Connect loads in every host that has the adapter. */
const OPENING = new Set([
  'core/start',
  'react/modal/mountModal',
  'evm/discovery/createDiscovery',
  'evm/engine/createEngine',
  'solana/discovery/createDiscovery',
  'solana/engine/createEngine',
]);

/** What talks to the services of a project: loaded where the host names a gateway or wants WalletConnect. */
const SERVICES = new Set([
  'core/wallets/loadListings',
  'core/project/loadProject',
  'core/analytics/sendEvents',
  'core/walletConnect/followWalletConnect',
]);

/** What follows a pointer that reaches a row, whatever the row is. */
const NEXT = new Set([
  'react/views/connecting/ConnectingExternalView',
  'react/primitives/viewIcons',
  'react/modal/viewChange',
  'react/modal/furtherViews',
]);

/** What is read of a connected account, whatever the view. */
const CONNECTED = new Set([
  'core/balances/readBalance',
  'core/identity/loadIdentity',
  'core/balances/loadTokens',
  'core/balances/loadPrices',
  'evm/engine/createChainReads',
  'evm/engine/createReaders',
]);

/** Loaded at opening by hosts without a wagmi of their own, and for a pointer over a wallet that is paired. */
const WITHOUT_WAGMI = new Set(['evm/engine/createOwnConfig']);
const PAIRING = new Set(['walletconnect/kit/createClient']);

/** The email field, which is a part of Connect, and the steps after it. */
const EMAIL_FIELD = 'react/views/email/emailViews';
const EMAIL_STEPS = 'react/views/email/codeViews';

/**
 * The chunk of a module that loads later, or null for one that stays with the only part that needs it.
 *
 * @param {string} name the module
 * @param {readonly string[]} parts the dynamically imported modules that need it, itself included
 */
export function chunkOf(name, parts) {
  const isNeededBy = some => parts.some(part => some.has(part));
  const room = roomOf(name);
  if (isNeededBy(OPENING)) {
    if (isCore(name)) return 'core/opening';
    return room === 'react' ? 'react/connect' : `${room}/${room}Connect`;
  }
  if (name.startsWith('react/locales/buttons.')) return parts.length < 2 ? null : name;
  if (isNeededBy(SERVICES)) return 'core/services';
  if (parts.includes(EMAIL_FIELD)) return emailChunk(name, parts, EMAIL_FIELD, 'react/connect');
  if (isNeededBy(NEXT)) return parts.every(isView) ? 'react/nextViews' : 'core/opening';
  if (parts.includes(EMAIL_STEPS)) return emailChunk(name, parts, EMAIL_STEPS, 'react/nextViews');
  const isShared = parts.length > 1;
  if (isShared && isNeededBy(WITHOUT_WAGMI)) return isCore(name) ? 'core/opening' : 'evm/evmConnect';
  // A wallet that is paired needs little of what is read of an account.
  if (isShared && isCore(name) && isNeededBy(PAIRING) && !isWalletCode(name)) return 'core/opening';
  if (isNeededBy(CONNECTED)) return isCore(name) ? 'core/account' : `${room}/${room}Account`;
  return isShared ? sharedChunk(name, parts) : null;
}

/** Email login's own parts stay with its views; those that other views have as well come with what most visitors load. */
function emailChunk(name, parts, own, common) {
  if (isCore(name)) return 'core/services';
  const isOwn = parts.every(part => /^react\/views\/(email|emailUpdate|approve)\//.test(part));
  return isOwn ? own : common;
}

/** Where parts that load after Connect meet. */
function sharedChunk(name, parts) {
  const folders = new Set(parts.map(folderOf));
  if (folders.size === 1) {
    const [folder] = folders;
    return `${folder}/${path.posix.basename(folder)}Parts`;
  }
  if (isWalletCode(name)) return 'core/standardWallet';
  if (isCore(name)) return 'core/account';
  const room = roomOf(name);
  return room === 'react' ? 'react/views/sharedViews' : `${room}/${room}Account`;
}
