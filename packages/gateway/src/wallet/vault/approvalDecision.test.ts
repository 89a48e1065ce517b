import { awaitApprovalCall, readApprovalCall, sendSignInCodeCall } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { refused } from '../../../test/refused.js';
import type { WalletFrame } from '../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());

async function asked(of = suite) {
  const frame = await of.frame();
  const email = suite.address();
  const started = await frame.start(email);
  return { frame, txn: started.txn, ...(await frame.askApproval(started, email)) };
}

const decision = (frame: WalletFrame, id: string, signal?: AbortSignal) =>
  frame.ask('vault', awaitApprovalCall, { params: { id }, ...(signal && { signal }) });

describe('approvalDecision', () => {
  it('returns the grant once the visitor has decided, even when another replica received the decision', async () => {
    const replica = await walletSuite({ database: suite.database });
    const { frame, id, token, txn } = await asked();
    let isAnswered = false;
    const waiting = awaitedLater(
      decision(frame, id).finally(() => {
        isAnswered = true;
      }),
    );
    // Later calls are served while it waits.
    for (let looks = 0; looks < 3; looks += 1) {
      const look = await frame.ask('vault', readApprovalCall, { params: { id } });
      expect(look).toEqual({ state: 'pending' });
    }
    expect(isAnswered).toBe(false);
    const decided = await replica.servers.fetch(
      new Request(`${replica.servers.vaultUrl}/v1/approvals/decide`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, approve: true }),
      }),
    );
    expect(decided.status).toBe(200);
    const { state, approvalGrant } = await waiting;
    expect(state).toBe('approved');
    await frame.ask('frame', sendSignInCodeCall, { body: { txn, approvalGrant } });
    // A decided approval is returned immediately.
    expect(await decision(frame, id)).toMatchObject({ state: 'approved' });
    await replica.gateway.close();
  });

  it('returns denied after a denial, and serves only the installation that started the approval', async () => {
    const { frame, id, token } = await asked();
    const waiting = awaitedLater(decision(frame, id));
    expect(await refused(decision(await suite.frame(), id))).toBe('404 APPROVAL_INVALID');
    await frame.decide(token, false);
    expect(await waiting).toEqual({ state: 'denied' });
  });

  it('ends when the caller disconnects', async () => {
    const [stays, leaves] = [await asked(), await asked()];
    // It started first, so it would be the first of the undecided calls to end.
    const longest = decision(stays.frame, stays.id);
    const leaving = new AbortController();
    const left = decision(leaves.frame, leaves.id, leaving.signal);
    leaving.abort();
    expect(await Promise.race([longest, left.then(({ state }) => `left ${state}`)])).toBe('left pending');
    await stays.frame.decide(stays.token, true);
    expect(await longest).toMatchObject({ state: 'approved' });
  });
});
