import { FRAME_LIMITS, frameError } from 'latchkit/protocol';
import { describe, expect, it, vi } from 'vitest';
import { account, held, rpc, serve, sign } from './hostSession.test-support.js';
import { delivered, stopTime } from './stoppedTime.test-support.js';

describe('requests that wait for the visitor', () => {
  it('SEC-67: shows approval requests one at a time and rejects a sixth with BUSY', async () => {
    const { handler, waiting } = held('0xsigned');
    const { send, answerTo, codeOf } = serve({ RPC_REQUEST: handler });
    const ids = Array.from({ length: 6 }, (_, at) => send('RPC_REQUEST', sign(`0x0${at}`)));
    await delivered();
    expect(waiting).toHaveLength(1);
    expect(codeOf(ids[5] ?? '')).toBe('BUSY');
    waiting[0]?.release();
    await delivered();
    expect(answerTo(ids[0] ?? '')).toMatchObject([{ payload: '0xsigned' }]);
    expect(waiting).toHaveLength(2);
  });

  it('SEC-67: rejects the 31st approval request within a minute with RATE_LIMITED', async () => {
    stopTime();
    const { send, codeOf } = serve({ RPC_REQUEST: () => '0xsigned' });
    for (let at = 0; at < FRAME_LIMITS.approvalRate; at++) {
      const id = send('RPC_REQUEST', sign());
      await delivered();
      expect(codeOf(id)).toBeUndefined();
    }
    const late = send('RPC_REQUEST', sign());
    await delivered();
    expect(codeOf(late)).toBe('RATE_LIMITED');
    await vi.advanceTimersByTimeAsync(60_000);
    const later = send('RPC_REQUEST', sign());
    await delivered();
    expect(codeOf(later)).toBeUndefined();
  });

  it('SEC-67: pauses for 30 s after three refusals within a minute', async () => {
    stopTime();
    let refuse = true;
    const { send, answerTo, codeOf } = serve({
      RPC_REQUEST: () => {
        if (refuse) throw frameError('REJECTED');
        return '0xsigned';
      },
    });
    for (let at = 0; at < 3; at++) {
      const id = send('RPC_REQUEST', sign());
      await delivered();
      expect(codeOf(id)).toBe('REJECTED');
    }
    refuse = false;
    await vi.advanceTimersByTimeAsync(10_000);
    const paused = send('RPC_REQUEST', sign());
    await delivered();
    expect(answerTo(paused)).toMatchObject([
      {
        payload: {
          code: 'SITE_PAUSED',
          message: 'The visitor declined several requests of this site. Please try again after 20 seconds',
          retryAfter: 20,
        },
      },
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    const after = send('RPC_REQUEST', sign());
    await delivered();
    expect(codeOf(after)).toBeUndefined();
  });

  /** A session whose visitor declines every request, and every own action while `declines` says so. */
  function declining() {
    const own = { declines: false, shown: 0 };
    const session = serve({
      RPC_REQUEST: () => {
        throw frameError('REJECTED');
      },
      MANAGE_WALLET: () => {
        own.shown += 1;
        if (own.declines) throw frameError('REJECTED');
        return {};
      },
    });
    const ask = async (type: 'RPC_REQUEST' | 'MANAGE_WALLET') => {
      const id = session.send(type, type === 'RPC_REQUEST' ? sign() : {});
      await delivered();
      return session.codeOf(id) ?? session.answerTo(id)[0]?.type;
    };
    return { own, session, ask };
  }

  it('holds the site after refusals, but not what the visitor does for themselves [SEC-67] (UX-06)', async () => {
    stopTime();
    const { ask } = declining();
    for (let at = 0; at < 3; at++) expect(await ask('RPC_REQUEST')).toBe('REJECTED');
    expect(await ask('RPC_REQUEST')).toBe('SITE_PAUSED');
    for (let at = 0; at < 5; at++) {
      expect(await ask('MANAGE_WALLET')).toBe('FRAME/MANAGE_WALLET_SUCCESS');
    }
    // It opens the way for none of the site's requests, and neither prolongs nor ends their pause.
    expect(await ask('RPC_REQUEST')).toBe('SITE_PAUSED');
    await vi.advanceTimersByTimeAsync(FRAME_LIMITS.refusalPause);
    expect(await ask('RPC_REQUEST')).toBe('REJECTED');
  });

  it('lets a site that is held show the visitor’s own action no more than once after a refusal (UX-06)', async () => {
    stopTime();
    const { own, session, ask } = declining();
    session.server.approvals.block(3_600_000);
    own.declines = true;
    expect(await ask('MANAGE_WALLET')).toBe('REJECTED');
    for (let at = 0; at < 5; at++) expect(await ask('MANAGE_WALLET')).toBe('SITE_PAUSED');
    expect(own.shown).toBe(1);
    own.declines = false;
    await vi.advanceTimersByTimeAsync(FRAME_LIMITS.refusalPause);
    expect(await ask('MANAGE_WALLET')).toBe('FRAME/MANAGE_WALLET_SUCCESS');
    expect(await ask('RPC_REQUEST')).toBe('SITE_BLOCKED');
  });

  it('does not hold a site for what the visitor declined of their own (UX-06)', async () => {
    stopTime();
    const { own, session, ask } = declining();
    own.declines = true;
    for (let at = 0; at < 3; at++) expect(await ask('MANAGE_WALLET')).toBe('REJECTED');
    expect(session.server.approvals.refusals()).toBe(0);
    expect(session.server.approvals.closed()).toBeUndefined();
    expect(await ask('MANAGE_WALLET')).toBe('SITE_PAUSED');
  });

  it('ends what the site has asked before, once the visitor holds it [SEC-67] (UX-06)', async () => {
    stopTime();
    const { handler, waiting } = held('0xsigned');
    const { server, send, codeOf } = serve({ RPC_REQUEST: handler });
    const ids = Array.from({ length: 5 }, (_, at) => send('RPC_REQUEST', sign(`0x0${at}`)));
    await delivered();
    server.approvals.block(3_600_000);
    waiting[0]?.reject(frameError('REJECTED'));
    await delivered();
    const held4 = ['SITE_BLOCKED', 'SITE_BLOCKED', 'SITE_BLOCKED', 'SITE_BLOCKED'];
    expect(ids.map(codeOf)).toEqual(['REJECTED'].concat(held4));
    expect(waiting).toHaveLength(1);
  });

  it('SEC-10: responds to an aborted request at once and ignores its handler afterwards', async () => {
    const { handler, waiting } = held('0xsigned');
    const { send, answerTo } = serve({ RPC_REQUEST: handler });
    const first = send('RPC_REQUEST', sign());
    const second = send('RPC_REQUEST', sign('0x01'));
    await delivered();
    const abort = send('RPC_ABORT', { id: first });
    await delivered();
    expect(answerTo(first)).toMatchObject([{ payload: { code: 'ABORTED', message: 'Request was aborted' } }]);
    expect(answerTo(abort)).toMatchObject([{ type: 'FRAME/RPC_ABORT_SUCCESS' }]);
    expect(waiting[0]?.signal.aborted).toBe(true);
    waiting[0]?.release();
    await delivered();
    expect(answerTo(first)).toHaveLength(1);
    // The queue continues with the next request.
    expect(waiting).toHaveLength(2);
    expect(answerTo(second)).toEqual([]);
  });

  it('aborts the requests that wait for the user when no id is given, but no read', async () => {
    const { handler, waiting } = held('0x');
    const { send, answerTo, codeOf } = serve({ RPC_REQUEST: handler });
    const read = send('RPC_REQUEST', rpc('eth_call'));
    const approvals = [send('RPC_REQUEST', sign()), send('RPC_REQUEST', sign('0x01'))];
    await delivered();
    send('RPC_ABORT', {});
    await delivered();
    expect(approvals.map(codeOf)).toEqual(['ABORTED', 'ABORTED']);
    waiting[0]?.release();
    await delivered();
    expect(answerTo(read)).toMatchObject([{ payload: '0x' }]);
  });

  it.each([
    ['SIGN_OUT', {}],
    ['SWITCH_NETWORK', { chainId: 'eip155:10' }],
    ['SET_PREFERRED_ACCOUNT', { type: 'eoa' }],
  ] as const)('%s ends the requests that wait for the user', async (type, payload) => {
    const { handler } = held('0xsigned');
    const { send, answerTo, codeOf } = serve({
      RPC_REQUEST: handler,
      SIGN_OUT: () => ({}),
      SWITCH_NETWORK: ({ chainId }) => ({ chainId }),
      SET_PREFERRED_ACCOUNT: ({ type }) => ({ type, address: account }),
    });
    const waiting = send('RPC_REQUEST', sign());
    await delivered();
    const ending = send(type, payload);
    await delivered();
    expect(codeOf(waiting)).toBe('ABORTED');
    expect(answerTo(ending)).toMatchObject([{ type: `FRAME/${type}_SUCCESS` }]);
  });

  it('signs out while a sign-in is in progress', async () => {
    const { handler } = held({ action: 'VERIFY_OTP' as const });
    const { send, answerTo } = serve({ CONNECT_DEVICE: handler, SIGN_OUT: () => ({}) });
    const device = send('CONNECT_DEVICE', {});
    await delivered();
    const out = send('SIGN_OUT', {});
    await delivered();
    expect(answerTo(device)).toMatchObject([
      { payload: { code: 'ABORTED', message: 'Something went wrong' } },
    ]);
    expect(answerTo(out)).toMatchObject([{ type: 'FRAME/SIGN_OUT_SUCCESS' }]);
  });

  it('ends a request that gets no decision within five minutes', async () => {
    stopTime();
    const { handler, waiting } = held('0xsigned');
    const { send, answerTo, codeOf } = serve({ RPC_REQUEST: handler });
    const id = send('RPC_REQUEST', sign());
    await delivered();
    await vi.advanceTimersByTimeAsync(FRAME_LIMITS.approvalLife - 1);
    await delivered();
    expect(answerTo(id)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await delivered();
    expect(codeOf(id)).toBe('TIMEOUT');
    expect(waiting[0]?.signal.aborted).toBe(true);
  });
});
