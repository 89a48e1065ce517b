import {
  getEnableSessionsAction,
  getOwnableValidator,
  getPermissionId,
  getRemoveSessionAction,
  getSpendingLimitsPolicy,
  getTimeFramePolicy,
  getValueLimitPolicy,
  type Session,
} from '@rhinestone/module-sdk';
import { describe, expect, it } from 'vitest';
import {
  encodeRemoveSession,
  encodeSessionGrant,
  lowerSessionGrant,
  readSessionContext,
  readSessionGrant,
  type SessionGrant,
  sessionContext,
  sessionGrantProblem,
  sessionPeriods,
} from './sessionGrant.js';
import { SMART_ACCOUNT_V1, smartAccountAddress } from './smartAccountV1.js';
import { SMART_SESSIONS } from './smartSessions.js';

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TARGET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const DAY = 86_400;

/** The deployment's key, which is in order before the session key. */
const COSIGNER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
const base = {
  key: KEY,
  cosigner: COSIGNER,
  salt: `0x${'ab'.repeat(31)}00`,
  target: TARGET,
  start: 1_800_000_000,
} as const;
const token: SessionGrant = {
  ...{ ...base, kind: 'token', selector: '0xa9059cbb', limit: 20_000_000n },
  ...{ end: base.start + 22 * DAY + 5, period: DAY },
};
const native: SessionGrant = { ...token, kind: 'native', selector: '0xffffffff', limit: 10n ** 18n };
const call: SessionGrant = {
  ...{ ...base, kind: 'call', selector: '0x379607f5', limit: 0n },
  ...{ end: base.start + DAY, period: DAY },
};
const all = [token, native, call];
/** From before the deployment signed operations as well. */
const { cosigner: _, ...unbounded } = native;

/** The sessions of a grant as the SDK of Smart Sessions expects them. */
function sessionsOf(grant: SessionGrant): Session[] {
  const owners = [grant.key, ...(grant.cosigner ? [grant.cosigner] : [])];
  const validator = getOwnableValidator({ threshold: owners.length, owners });
  const limit =
    grant.kind === 'token'
      ? getSpendingLimitsPolicy([{ token: grant.target, limit: grant.limit }])
      : getValueLimitPolicy({ limit: grant.kind === 'call' ? 1n : grant.limit });
  return sessionPeriods(grant).map(({ salt, from, until }) => ({
    sessionValidator: validator.address,
    sessionValidatorInitData: validator.initData,
    salt,
    userOpPolicies: [getTimeFramePolicy({ validUntil: until, validAfter: from })],
    erc7739Policies: { allowedERC7739Content: [], erc1271Policies: [] },
    actions: [{ actionTarget: grant.target, actionTargetSelector: grant.selector, actionPolicies: [limit] }],
    permitERC4337Paymaster: true,
    chainId: 1n,
  }));
}

describe('encodeSessionGrant', () => {
  it.each([...all, unbounded, { ...native, key: COSIGNER, cosigner: KEY }] as const)(
    'encodes as the SDK of Smart Sessions 1.0 does: $kind',
    grant => {
      const sessions = sessionsOf(grant);
      const action = getEnableSessionsAction({ sessions });
      expect(action.to).toBe(SMART_SESSIONS.sessions);
      expect(encodeSessionGrant(grant)).toBe(action.data);
      const ids = sessions.map(session => getPermissionId({ session }));
      expect(sessionPeriods(grant).map(({ permissionId }) => permissionId)).toEqual(ids);
      const [permissionId = '0x'] = ids;
      expect(encodeRemoveSession({ permissionId })).toBe(getRemoveSessionAction({ permissionId }).data);
    },
  );

  it('covers the whole time, without a second in two periods', () => {
    const periods = sessionPeriods(token);
    expect(periods).toHaveLength(23);
    expect(periods[0]?.from).toBe(token.start);
    expect(periods.at(-1)?.until).toBe(token.end - 1);
    for (const [index, { from }] of periods.slice(1).entries())
      expect(from).toBe((periods[index]?.until ?? 0) + 1);
  });
});

describe('readSessionGrant', () => {
  it.each(all)('reads what was encoded, and nothing that differs in a byte: $kind', ({ end, ...asked }) => {
    const grant = { ...asked, end: Math.min(end, asked.start + 2 * DAY + 5) };
    const data = encodeSessionGrant(grant);
    expect(readSessionGrant(data, COSIGNER.toLowerCase())).toEqual(grant);
    const changed = (at: number) =>
      `${data.slice(0, at)}${((Number.parseInt(data[at] ?? '0', 16) + 1) % 16).toString(16)}${data.slice(at + 1)}`;
    for (let at = 10; at < data.length; at += 17) {
      const found = readSessionGrant(changed(at), COSIGNER);
      // A changed value is another grant, never the same one.
      if (found) expect(encodeSessionGrant(found)).toBe(changed(at));
    }
    for (const end of [10, 74, 500, data.length - 2])
      expect(readSessionGrant(data.slice(0, end), COSIGNER)).toBeUndefined();
    expect(readSessionGrant(`${data}00`, COSIGNER)).toBeUndefined();
  });
});

describe('readSessionGrant without the key of the deployment', () => {
  it('reads no grant that this key does not sign for', () => {
    const data = encodeSessionGrant(native);
    expect(readSessionGrant(data, undefined)).toBeUndefined();
    expect(readSessionGrant(data, OWNER)).toBeUndefined();
    expect(readSessionGrant(encodeSessionGrant(unbounded), COSIGNER)).toBeUndefined();
    expect(readSessionGrant(encodeSessionGrant(unbounded), KEY)).toBeUndefined();
    // Twice the same key is read as what it is, and refused.
    const twice = readSessionGrant(encodeSessionGrant({ ...native, key: COSIGNER }), COSIGNER);
    expect(twice && sessionGrantProblem(twice, [], { chainId: '', functions: [], cosigner: COSIGNER })).toBe(
      'KEY',
    );
  });
});

describe('sessionContext', () => {
  it.each([...all, unbounded])('keeps the grant: $kind', grant => {
    expect(readSessionContext(sessionContext(grant))).toEqual(grant);
  });

  it('reads nothing else', () => {
    for (const context of [
      '0x',
      '0x01',
      sessionContext(call).slice(0, -2),
      sessionContext(call).replace('0x02', '0x01'),
      sessionContext(call).replace('0x02', '0x03'),
      sessionContext(unbounded).replace('0x01', '0x02'),
    ])
      expect(readSessionContext(context)).toBeUndefined();
  });

  it.each([
    [1, 2 ** 48 - 1, 1],
    [1, 33, 1],
    [1, 2, 0],
    [1, 1, 0],
    [2, 1, 1],
  ])(
    'reads none whose sessions are none, or more than can be made: from %d to %d every %d (RV-01)',
    (start, end, period) => {
      expect(readSessionContext(sessionContext({ ...call, start, end, period }))).toBeUndefined();
    },
  );
});

describe('sessionGrantProblem', () => {
  const account = smartAccountAddress(OWNER);
  const claim = { chainId: 'eip155:1', contract: TARGET, function: 'claim(uint256)', name: 'Rewards' };
  const permitted = { chainId: 'eip155:1', functions: [claim], cosigner: COSIGNER };
  const problem = (grant: SessionGrant) => sessionGrantProblem(grant, [OWNER, account], permitted);

  it('accepts limits per period, and a function', () => {
    for (const grant of all) expect(problem(grant)).toBeUndefined();
  });

  it('refuses a key of the account, a call of the account or its contracts, and moving tokens without a limit', () => {
    for (const key of [OWNER, account, `0x${'0'.repeat(40)}`, SMART_SESSIONS.adapter] as const)
      expect(problem({ ...token, key })).toBe('KEY');
    const targets = [
      account,
      OWNER,
      SMART_ACCOUNT_V1.module,
      SMART_SESSIONS.sessions,
      `0x${'0'.repeat(39)}1`,
    ] as const;
    for (const target of targets)
      for (const grant of all) expect(problem({ ...grant, target })).toBe('TARGET');
    for (const selector of [
      '0xa9059cbb',
      '0x095ea7b3',
      '0xA22CB465',
      '0xd505accf',
      // increaseApproval(address,uint256), operatorSend of ERC-777, setOperator of ERC-6909, multicall(bytes[])
      '0xd73dd623',
      '0x62ad1b83',
      '0x558a7297',
      '0xac9650d8',
      '0xffffffff',
      '0x00000001',
    ] as const)
      expect(problem({ ...call, selector })).toBe('TARGET');
    expect(problem({ ...token, selector: '0x095ea7b3' })).toBe('TARGET');
  });

  it('refuses every function that nobody registered [SEC-113]', () => {
    expect(problem(call)).toBeUndefined();
    const none = { ...permitted, functions: [] };
    expect(sessionGrantProblem(call, [OWNER, account], none)).toBe('UNREGISTERED');
    expect(problem({ ...call, selector: '0x12345678' })).toBe('UNREGISTERED');
    expect(problem({ ...call, target: KEY })).toBe('UNREGISTERED');
    const elsewhere = { ...permitted, chainId: 'eip155:10' };
    expect(sessionGrantProblem(call, [OWNER, account], elsewhere)).toBe('UNREGISTERED');
  });

  it('refuses a grant whose key alone decides on the fee, or with a second key of somebody else', () => {
    expect(problem(unbounded)).toBe('UNBOUNDED');
    expect(problem({ ...native, cosigner: OWNER })).toBe('UNBOUNDED');
    expect(sessionGrantProblem(native, [OWNER, account])).toBe('UNBOUNDED');
    expect(problem({ ...native, key: COSIGNER })).toBe('KEY');
  });

  it('refuses no limit, too many periods, no end and one after more than 30 days', () => {
    for (const grant of [token, native]) {
      expect(problem({ ...grant, limit: 0n })).toBe('LIMIT');
      expect(problem({ ...grant, limit: 2n ** 256n })).toBe('LIMIT');
      expect(problem({ ...grant, period: 3_600 })).toBe('LIMIT');
      expect(problem({ ...grant, period: 0 })).toBe('LIMIT');
      expect(problem({ ...grant, end: grant.start })).toBe('EXPIRY');
      expect(problem({ ...grant, end: grant.start + 30 * DAY + 1 })).toBe('EXPIRY');
      expect(problem({ ...grant, end: grant.start + 30 * DAY })).toBeUndefined();
    }
    expect(problem({ ...call, limit: 1n })).toBe('LIMIT');
  });
});

describe('lowerSessionGrant', () => {
  it('lowers the amount and the end, and never more than is left', () => {
    const end = base.start + 2 * DAY;
    expect(lowerSessionGrant(token, { limit: 5n, end })).toEqual({ ...token, limit: 5n, end });
    // A period is never longer than the permission.
    const hour = base.start + 3_600;
    expect(lowerSessionGrant(token, { end: hour })).toEqual({ ...token, end: hour, period: 3_600 });
    expect(lowerSessionGrant(call, { end: hour })).toEqual({ ...call, end: hour, period: 3_600 });
    for (const raised of [
      { limit: token.limit + 1n, end },
      { limit: 0n, end },
      { end: token.end + 1 },
      { end: base.start },
    ])
      expect(lowerSessionGrant(token, raised)).toBeUndefined();
  });
});
