import { describe, expect, it } from 'vitest';
import { chunkOf } from './chunkOf.mjs';

const CONNECT = 'react/modal/mountModal';
const EMAIL = 'react/views/email/emailViews';

describe('chunkOf', () => {
  it.each([
    ['the modal', 'react/modal/Modal', [CONNECT], 'react/connect'],
    [
      'what core does for it',
      'core/connection/connect',
      [CONNECT, 'react/views/send/SendView'],
      'core/opening',
    ],
    ['a chain’s wallets', 'evm/discovery/findWallets', ['evm/discovery/createDiscovery'], 'evm/evmConnect'],
    ['the project’s services', 'core/kernel/callGateway', ['core/project/loadProject'], 'core/services'],
    ['the email field', 'react/views/email/EmailEntry', [EMAIL], EMAIL],
    [
      'what the field shares with its steps',
      'react/views/email/emailProblem',
      [EMAIL, 'react/views/email/codeViews'],
      EMAIL,
    ],
    [
      'what it shares with other views',
      'react/primitives/Hero',
      [EMAIL, 'react/views/about/WhatIsAWalletView'],
      'react/connect',
    ],
    [
      'what a host without wagmi opens with',
      'evm/client/toViemChain',
      ['evm/engine/createOwnConfig', 'evm/engine/createReaders'],
      'evm/evmConnect',
    ],
    ['a view of one feature', 'react/views/receive/ReceiveView', ['react/views/receive/ReceiveView'], null],
    [
      'what the views of a feature share',
      'core/send/sendMemoryOf',
      ['react/views/send/SendView', 'react/views/send/SendReviewView'],
      'react/views/send/sendParts',
    ],
    [
      'what views of several features share',
      'react/primitives/Avatar',
      ['react/views/send/SendView', 'react/views/account/AccountView'],
      'react/views/sharedViews',
    ],
  ])('puts %s where it is needed first', (_what, name, parts, chunk) => {
    expect(chunkOf(name, parts)).toBe(chunk);
  });
});
