import { describe, expect, it } from 'vitest';
import { FRAME_MESSAGES, type FrameMessage } from './frameMessages.js';
import { framePolicy, frameTimeout } from './framePolicy.js';
import { DEFAULT_ACCOUNT_TYPES, frameUser, preferredAccountType } from './frameUser.js';

const takes = (type: FrameMessage, payload: unknown) =>
  FRAME_MESSAGES[type].payload.safeParse(payload).success;
const rpc = (method: string, chainNamespace = 'eip155') => ({
  method,
  params: [],
  chainId: `${chainNamespace}:1`,
  chainNamespace,
});
const user = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 'eip155:1',
  accounts: [{ namespace: 'eip155', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
};

describe('FRAME_MESSAGES', () => {
  it('accepts only a valid email address [VAL-01]', () => {
    for (const type of ['CONNECT_EMAIL', 'UPDATE_EMAIL'] as const) {
      expect(takes(type, { email: 'ada@example.com' })).toBe(true);
      for (const email of ['ada', 'ada@', '@example.com', 'a b@example.com', '', 7]) {
        expect(takes(type, { email })).toBe(false);
      }
    }
  });

  it('accepts a code as a string with leading zeros, and no number [VAL-02]', () => {
    const types = ['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'] as const;
    for (const type of types) {
      expect(FRAME_MESSAGES[type].payload.parse({ otp: '001234' })).toEqual({ otp: '001234' });
      expect(takes(type, { otp: 1234 })).toBe(false);
    }
  });

  it('accepts six social providers and no seventh [VAL-03]', () => {
    for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord']) {
      expect(takes('GET_SOCIAL_REDIRECT_URI', { provider })).toBe(true);
    }
    for (const provider of ['farcaster', 'telegram', 'Google', '']) {
      expect(takes('GET_SOCIAL_REDIRECT_URI', { provider })).toBe(false);
    }
  });

  it('accepts five namespaces of an RPC request and no sixth [VAL-04]', () => {
    for (const namespace of ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos']) {
      expect(takes('RPC_REQUEST', rpc('eth_call', namespace))).toBe(true);
    }
    expect(takes('RPC_REQUEST', rpc('eth_call', 'starknet'))).toBe(false);
  });

  it('times out messages that wait for an email or another page after two minutes [TIME-02]', () => {
    const types = [
      'CONNECT_SOCIAL',
      'CONNECT_EMAIL',
      'CONNECT_DEVICE',
      'CONNECT_OTP',
      'GET_SOCIAL_REDIRECT_URI',
    ] as const;
    for (const type of types) expect(FRAME_MESSAGES[type].timeout).toBe(120_000);
  });

  it('accepts dapp data with all its fields [ENT-02]', () => {
    const payload = {
      metadata: {
        name: 'Demo',
        description: 'A page',
        url: 'https://demo.example',
        icons: ['https://demo.example/i'],
      },
      projectId: '0'.repeat(32),
      sdkVersion: '0.1.0',
      sdkType: 'latchkit',
    };
    expect(FRAME_MESSAGES.SYNC_DAPP_DATA.payload.parse(payload)).toEqual(payload);
    expect(takes('SYNC_DAPP_DATA', { ...payload, more: 1 })).toBe(false);
    expect(FRAME_MESSAGES.SYNC_DAPP_DATA.payload.parse({ ...payload, locale: 'ar' }).locale).toBe('ar');
    expect(takes('SYNC_DAPP_DATA', { ...payload, locale: 'fr' })).toBe(false);
  });
});

describe('frameUser', () => {
  it('accepts a user with, without and with a null email [ENT-01]', () => {
    for (const email of [{}, { email: null }, { email: 'ada@example.com' }]) {
      expect(frameUser.parse({ ...user, ...email })).toEqual({ ...user, ...email });
    }
    expect(frameUser.parse({ ...user, chainId: 1, userName: 'ada' })).toMatchObject({
      chainId: 1,
      userName: 'ada',
    });
    expect(frameUser.safeParse({ ...user, accounts: [{ address: user.address }] }).success).toBe(false);
  });
});

describe('preferredAccountType', () => {
  it("prefers the account's, then the stored, then the namespace's type [STATE-30]", () => {
    expect(preferredAccountType('eip155', { account: 'eoa', stored: 'smartAccount' })).toBe('eoa');
    expect(preferredAccountType('solana', { stored: 'smartAccount' })).toBe('smartAccount');
    expect(preferredAccountType('eip155', {})).toBe('smartAccount');
  });

  it('starts each namespace with its default [STATE-31]', () => {
    expect(DEFAULT_ACCOUNT_TYPES).toEqual({
      eip155: 'smartAccount',
      solana: 'eoa',
      bip122: 'payment',
      polkadot: 'eoa',
    });
  });
});

describe('framePolicy', () => {
  it('runs messages that change the signed-in user one at a time', () => {
    expect(framePolicy('CONNECT_EMAIL', { email: 'ada@example.com' })).toMatchObject({
      order: 'serial',
      auth: true,
    });
    expect(framePolicy('GET_USER', {})).toMatchObject({ order: 'parallel', auth: false });
    expect(framePolicy('GET_USER', { socialUri: 'x' })).toMatchObject({ order: 'serial', auth: true });
  });

  it('queues requests for approval, and no read or refused ones', () => {
    const policyOf = (method: string) =>
      framePolicy('RPC_REQUEST', { ...rpc(method), chainNamespace: 'eip155' });
    expect(policyOf('personal_sign')).toMatchObject({ order: 'fifo', unsafe: true });
    expect(policyOf('eth_call')).toMatchObject({ order: 'parallel', unsafe: false });
    expect(policyOf('eth_sign')).toMatchObject({ order: 'parallel', unsafe: false });
  });

  it('gives every message an end', () => {
    for (const type of Object.keys(FRAME_MESSAGES) as FrameMessage[]) {
      expect(frameTimeout(type, rpc('personal_sign') as never)).toBeGreaterThan(0);
    }
  });
});
