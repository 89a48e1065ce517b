import {
  confirmInstallationCall,
  endSiteCall,
  endSiteSessionCall,
  freezeOwnWalletCall,
  listInstallationsCall,
  listSitesCall,
  readActivityCall,
  readHomeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { portalNewcomer, portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { vouchFor } from '../../../../test/wallet/vouchFor.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

describe('readHome', () => {
  it('answers what the first screen shows, in one call', async () => {
    const owner = await portalOwner(suite);
    expect(await owner.ask(readHomeCall)).toMatchObject({
      ...{ user: { email: owner.email, wallet: owner.account, isEnrolled: true } },
      ...{ logins: 1, devices: 1, newDevices: 0 },
      ...{ frozenUntil: null, exportOpensAt: null, deletesAt: null },
      protection: { mode: 'automatic', delay: 0, recoveries: [] },
    });
    await portalNewcomer(suite, owner.email);
    const later = await owner.ask(readHomeCall);
    expect(later).toMatchObject({ devices: 2, newDevices: 1 });
    expect(later.exportOpensAt).not.toBeNull();
  });
});

describe('confirmInstallation', () => {
  it('is for older installations only: an added one does not confirm itself', async () => {
    const owner = await portalOwner(suite);
    const added = await portalNewcomer(suite, owner.email);
    const news = async () =>
      (await owner.ask(listInstallationsCall)).installations.filter(({ isNew }) => isNew);
    const [found] = await news();
    expect(found).toMatchObject({ origin: 'recovered', kind: 'window', hostOrigin: suite.portalPage.origin });
    const params = { id: found?.id ?? '' };
    await added.ask(confirmInstallationCall, { params });
    const third = await portalNewcomer(suite, owner.email);
    await third.ask(confirmInstallationCall, { params });
    expect((await news()).map(({ id }) => id)).toContain(params.id);
    await owner.ask(confirmInstallationCall, { params });
    expect((await news()).map(({ id }) => id)).not.toContain(params.id);
    // For the added ones, the older ones are not new.
    const own = (await third.ask(listInstallationsCall)).installations;
    expect(own.some(({ isNew }) => isNew)).toBe(false);
  });
});

describe('listSites', () => {
  it('lists the sessions of each site, and ends one or all of a site', async () => {
    const owner = await portalOwner(suite);
    const { email } = owner;
    const other = await suite.frame({ ...PAGE, origin: 'https://other.example' });
    const there = await other.signIn(email);
    await other.recover(there);
    passTime(31_000);
    const again = await other.signIn(email);
    const { sites } = await owner.ask(listSitesCall);
    expect(
      sites.map(({ hostOrigin, isPortal, sessions }) => [hostOrigin, isPortal, sessions.length]),
    ).toEqual([
      ['https://other.example', false, 2],
      [suite.portalPage.origin, true, 1],
      [PAGE.origin, false, 1],
    ]);
    expect(sites[1]?.sessions[0]?.isCurrent).toBe(true);
    const id = sites[2]?.sessions[0]?.id ?? '';
    const stranger = await portalOwner(suite);
    await stranger.ask(endSiteSessionCall, { params: { id } });
    expect((await owner.ask(listSitesCall)).sites).toHaveLength(3);
    await owner.ask(endSiteSessionCall, { params: { id } });
    const body = { hostOrigin: 'https://other.example' };
    expect(await owner.ask(endSiteCall, { body })).toEqual({ ended: 2 });
    expect(await refused(other.open(again.session.access))).toBe('401 INVALID_SESSION');
    // The calling session stays.
    await owner.ask(endSiteCall, { body: { hostOrigin: suite.portalPage.origin } });
    expect((await owner.ask(listSitesCall)).sites).toHaveLength(1);
  });
});

describe('readActivity', () => {
  it('merges the logs of both services by time, names the device, and shows nobody else', async () => {
    passTime(0);
    const owner = await portalOwner(suite);
    await portalOwner(suite);
    const added = await portalNewcomer(suite, owner.email);
    await owner.ask(freezeOwnWalletCall);
    const { entries, cursor, isPartial } = await owner.ask(readActivityCall, { body: {} });
    expect([cursor, isPartial]).toEqual([undefined, false]);
    expect(entries.map(({ service, action }) => `${service} ${action}`)).toEqual([
      ...['wallet wallet.freeze', 'wallet set.enrol', 'wallet half.recovery'],
      ...['vault wallet.freeze', 'vault recovery.release', 'wallet sign-in', 'wallet sign-in'],
      ...['wallet wallet.commit', 'wallet half.recovery', 'wallet sign-in', 'vault recovery.release'],
    ]);
    expect(entries[0]?.device).toEqual({
      ...{ browser: 'Firefox, Linux', hostOrigin: PAGE.origin, isCurrent: true },
    });
    expect(entries[1]?.device?.isCurrent).toBe(false);
    // The vault froze on the order of the wallet service.
    expect(entries[3]?.device).toBeUndefined();
    expect((await added.ask(readActivityCall, { body: {} })).entries).toHaveLength(entries.length);
  });

  it('ties the entries of one login of one installation in both logs, and those of no other (UX-22)', async () => {
    const owner = await portalOwner(suite);
    const added = await portalNewcomer(suite, owner.email);
    const host = await suite.frame(PAGE);
    const there = await host.signIn(owner.email);
    await host.recover(there);
    await vouchFor(
      host,
      there.session.access,
      await suite.frame({ ...PAGE, origin: 'https://other.example' }),
    );
    passTime(31_000);
    await host.signIn(owner.email);
    await added.ask(freezeOwnWalletCall);
    const { entries } = await added.ask(readActivityCall, { body: {} });
    const logins = new Map<string, string[]>();
    for (const { login, service, action, device } of entries)
      if (login !== undefined)
        logins.set(login, [...(logins.get(login) ?? []), `${service} ${action} ${device?.isCurrent}`]);
    expect([...logins.values()].map(actions => actions.sort())).toEqual([
      // A second login of the site's page.
      ['wallet sign-in false'],
      // A site that the next one let in, that site, and the added portal page, which asks.
      ['wallet installation.vouch false', 'wallet set.enrol false', 'wallet sign-in.vouched false'],
      [
        'vault recovery.release false',
        'wallet half.recovery false',
        'wallet set.enrol false',
        'wallet sign-in false',
      ],
      [
        'vault recovery.release true',
        'wallet half.recovery true',
        'wallet set.enrol true',
        'wallet sign-in true',
      ],
      // The owner's portal page, which opens no wallet, and the page that created it.
      ['wallet sign-in false'],
      [
        'vault recovery.release false',
        'wallet half.recovery false',
        'wallet sign-in false',
        'wallet wallet.commit false',
      ],
    ]);
    expect(entries.filter(({ login }) => login === undefined).map(({ action }) => action)).toEqual([
      'wallet.freeze',
      'wallet.freeze',
    ]);
  });

  it('returns pages, each entry once, and its own log without the vault', async () => {
    const owner = await portalOwner(suite);
    for (let count = 0; count < 20; count += 1) await owner.ask(freezeOwnWalletCall);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.ask(readActivityCall, { body: { cursor } });
      seen.push(...page.entries.map(({ service, action }) => `${service} ${action}`));
      cursor = page.cursor;
    } while (cursor !== undefined);
    const count = (name: string) => seen.filter(entry => entry === name).length;
    expect([count('wallet wallet.freeze'), count('vault wallet.freeze')]).toEqual([20, 20]);
    expect([count('wallet sign-in'), count('wallet wallet.commit')]).toEqual([2, 1]);
    await suite.database.query('alter table latchkit_vault.recovery rename to recovery_away');
    const { entries, isPartial } = await owner.ask(readActivityCall, { body: {} });
    await suite.database.query('alter table latchkit_vault.recovery_away rename to recovery');
    expect(isPartial).toBe(true);
    expect(new Set(entries.map(({ service }) => service))).toEqual(new Set(['wallet']));
    const malformed = owner.ask(readActivityCall, { body: { cursor: '1' } });
    expect(await refused(malformed)).toBe('400 INVALID_BODY');
  });
});
