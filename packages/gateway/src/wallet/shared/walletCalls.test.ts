import { callPath, revokeInstallationCall, startEmailSignInCall } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';
import { WALLET_ALLOWANCES } from './walletLimits.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({ allowanceFactor: 1 });
});
afterAll(() => suite.close());

describe('serveWalletCalls', () => {
  it('counts malformed ids towards the limit of revocations', async () => {
    const frame = await suite.frame(suite.portalPage);
    const { session } = await frame.signIn(suite.address());
    const path = callPath(revokeInstallationCall, { id: 'not-an-id' });
    const revoke = async () => {
      const { method } = revokeInstallationCall;
      const { status, json } = await frame.call('frame', path, { method, body: {}, access: session.access });
      return `${status} ${json.error?.code}`;
    };
    const { count } = WALLET_ALLOWANCES.installationsOfUser;
    const answers: string[] = [];
    for (let calls = 0; calls < count; calls += 1) answers.push(await revoke());
    expect(new Set(answers)).toEqual(new Set(['404 SHARE_NOT_FOUND']));
    expect(await revoke()).toBe('429 RATE_LIMITED');
  });

  it('registers the installations of an office that shares one address', async () => {
    const frames = [];
    for (let browsers = 0; browsers < 40; browsers += 1) frames.push(await suite.frame());
    expect(new Set(frames.map(({ jkt }) => jkt)).size).toBe(40);
  });

  it('responds to a body that is too large without a nonce', async () => {
    const frame = await suite.frame();
    const body = { email: 'x'.repeat(65_536) };
    const { status, json, headers } = await frame.call('frame', startEmailSignInCall.path, { body });
    expect([status, json.error?.code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect([headers.get('DPoP-Nonce'), headers.get('Latchkit-Time')]).toEqual([null, null]);
  });

  it('refuses a chain id of any length as an unsupported one', async () => {
    const frame = await suite.frame();
    const { session } = await frame.signIn(suite.address());
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] };
    const path = `/v1/rpc/eip155:${'1'.repeat(200)}`;
    const { json } = await frame.call('frame', path, { body, access: session.access });
    expect(json.error?.code).toBe('CHAIN_NOT_SUPPORTED');
  });
});
