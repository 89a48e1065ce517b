import { describe, expect, it } from 'vitest';
import { BaseError } from '../../protocol/BaseError.js';
import { transitionWalletConnect, type WalletConnectChange } from './transitionWalletConnect.js';
import { NO_WALLET_CONNECT, type WalletConnectState } from './walletConnectState.js';

const error = new BaseError('WC_RELAY_UNREACHABLE', 'The relay cannot be reached');
const after = (...changes: readonly WalletConnectChange[]): WalletConnectState =>
  changes.reduce((state, change) => transitionWalletConnect(state, change, 5), NO_WALLET_CONNECT);
const link = { type: 'link', uri: 'wc:1' } as const;
const open = { type: 'relay', relay: 'open' } as const;
const lost = { type: 'relay', relay: 'unreachable', error } as const;

describe('transitionWalletConnect', () => {
  it('is ready with a link and an open relay, in either order', () => {
    expect(after({ type: 'starting' }).status).toBe('starting');
    expect(after({ type: 'starting' }, link)).toMatchObject({ status: 'starting', uri: 'wc:1' });
    expect(after(link, { type: 'relay', relay: 'connecting' }, open).status).toBe('ready');
    expect(after(open, link).status).toBe('ready');
  });

  it('has the cause until the relay is open again, even during retries', () => {
    const lostThenTried = after(link, lost, { type: 'relay', relay: 'connecting' });
    expect(lostThenTried).toMatchObject({ status: 'unreachable', relay: 'connecting', error });
    const back = transitionWalletConnect(lostThenTried, open, 5);
    expect(back).toMatchObject({ status: 'ready', error: undefined });
  });

  it('keeps status and cause when the link is renewed', () => {
    expect(after(link, lost, { type: 'link', uri: 'wc:2' })).toMatchObject({
      status: 'unreachable',
      uri: 'wc:2',
      error,
    });
  });

  it('is idle without a link, and ignores the status of an unneeded relay', () => {
    expect(after(link, open, { type: 'link', uri: undefined })).toMatchObject({
      status: 'idle',
      uri: undefined,
    });
    expect(after(lost)).toEqual({ ...NO_WALLET_CONNECT, relay: 'unreachable' });
    expect(after({ type: 'starting' }, { type: 'stopped' }).status).toBe('idle');
  });

  it('keeps the failure until the next attempt', () => {
    const failed = after({ type: 'failed', error }, { type: 'link', uri: undefined });
    expect(failed).toMatchObject({ status: 'failed', error });
    expect(transitionWalletConnect(failed, { type: 'starting' }, 5)).toMatchObject({
      status: 'starting',
      error: undefined,
    });
  });

  it('lists requests until they are settled, and none without a session', () => {
    const request = { type: 'request', id: 1, method: 'personal_sign', chainId: 'eip155:1' } as const;
    const sent = after(
      { ...request, status: 'sending' },
      { ...request, id: 2, status: 'sending' },
      { ...request, status: 'sent' },
    );
    expect(sent.requests).toMatchObject([
      { id: 1, status: 'sent', startedAt: 5 },
      { id: 2, status: 'sending' },
    ]);
    expect(
      transitionWalletConnect(sent, { ...request, status: 'settled' }, 6).requests.map(({ id }) => id),
    ).toEqual([2]);
    expect(transitionWalletConnect(sent, { type: 'disconnected' }, 6).requests).toEqual([]);
  });
});
