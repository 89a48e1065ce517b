import { describe, expect, it } from 'vitest';
import { chunkOf } from './chunkOf.mjs';

const CONNECT = 'react/mount/mountModal';
const ATTACHED = 'core/walletConnect/attachClient';
const EMAIL = 'react/views/email/emailViews';

describe('chunkOf', () => {
  it.each([
    ['the modal', 'react/modal/Modal', [CONNECT], 'react/connect'],
    [
      'core code of the modal',
      'core/connection/connect',
      [CONNECT, 'react/views/send/sendViews'],
      'core/opening',
    ],
    ['a chain’s wallets', 'evm/discovery/findWallets', ['evm/discovery/createDiscovery'], 'evm/evmConnect'],
    ['the project’s services', 'core/kernel/callGateway', ['core/project/loadProject'], 'core/services'],
    [
      'the links of wallets',
      'core/wallets/walletConnectLinks',
      [ATTACHED, 'react/views/walletConnect/ConnectingWalletConnectView'],
      ATTACHED,
    ],
    [
      'code that WalletConnect’s client shares with other logins',
      'core/connection/adoptSession',
      [ATTACHED, 'embedded/kit/logInByPopup'],
      'core/services',
    ],
    [
      'the links of single wallets',
      'core/wallets/walletTemplates',
      [ATTACHED, 'react/views/connect/ConnectingExternalView'],
      'core/wallets/walletTemplates',
    ],
    [
      'what reads the errors of EVM wallets',
      'evm/provider/walletErrorCode',
      ['evm/provider/walletErrorCode', 'evm/createAccountEngine'],
      'evm/provider/walletErrorCode',
    ],
    ['the email field', 'react/views/email/EmailEntry', [EMAIL], EMAIL],
    [
      'code that the email field shares with its steps',
      'react/views/email/emailProblem',
      [EMAIL, 'react/views/email/codeViews'],
      EMAIL,
    ],
    [
      'code that the email field shares with social logins',
      'react/runtime/addEmailEntryTexts',
      [EMAIL, 'react/views/social/socialViews'],
      EMAIL,
    ],
    [
      'code that the email field shares with other views',
      'react/primitives/Hero',
      [EMAIL, 'react/views/about/aboutViews'],
      'react/connect',
    ],
    [
      'code that a host without wagmi loads when Connect opens',
      'evm/client/toViemChain',
      ['evm/wagmi/createOwnConfig', 'evm/chain/createReaders'],
      'evm/evmConnect',
    ],
    ['a view of one feature', 'react/views/receive/ReceiveView', ['react/views/receive/ReceiveView'], null],
    [
      'code that the views of a feature share',
      'react/views/account/profileWallets',
      ['react/views/account/AccountView', 'react/views/account/ProfileWalletsView'],
      'react/views/account/accountParts',
    ],
    [
      'code that the parts of an adapter share',
      'solana/chain/chainAnswers',
      ['solana/chain/createChainReads', 'solana/chain/createTransfers'],
      'solana/solanaAccount',
    ],
    [
      'code that views of several features share',
      'react/primitives/Avatar',
      ['react/views/send/sendViews', 'react/views/account/AccountView'],
      'react/views/sharedViews',
    ],
  ])('puts %s in the first chunk that needs it', (_what, name, parts, chunk) => {
    expect(chunkOf(name, parts)).toBe(chunk);
  });
});
