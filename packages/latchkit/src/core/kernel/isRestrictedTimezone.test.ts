// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { startStubGateway, turns, until } from '../testSupport/stubGateway.test-support.js';
import { rpcUrl, walletImageUrl } from './gatewayUrl.js';
import { isRestrictedTimezone } from './resolveOptions.js';

afterEach(() => vi.restoreAllMocks());

function inTimezone(timeZone: string) {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
}

describe('isRestrictedTimezone', () => {
  it('holds for the listed regions and no others [LIM-36]', () => {
    const listed = ['Shanghai', 'Urumqi', 'Chongqing', 'Harbin', 'Kashgar', 'Macau', 'Macao', 'Hong_Kong'];
    for (const city of listed) expect(isRestrictedTimezone(`Asia/${city}`), city).toBe(true);
    for (const zone of ['Asia/Tokyo', 'Asia/Taipei', 'Europe/Berlin', 'UTC', '']) {
      expect(isRestrictedTimezone(zone), zone).toBe(false);
    }
  });

  it('sends service calls to the alternate address where one is configured [LIM-36]', async () => {
    const [usual, alternate] = [await startStubGateway(), await startStubGateway()];
    inTimezone('Asia/Shanghai');
    const { kit } = startedKit({ gateway: usual.url, alternateGateway: alternate.url });
    await until(() => alternate.asked('/appkit/v1/config').length === 1);
    expect(walletImageUrl(kit, 'a')).toContain(alternate.url);
    expect(rpcUrl(kit.options, mainnet)).toContain(alternate.url);
    startedKit({ gateway: usual.url });
    await until(() => usual.asked('/appkit/v1/config').length === 1);
    inTimezone('Europe/Berlin');
    startedKit({ gateway: usual.url, alternateGateway: alternate.url });
    await until(() => usual.asked('/appkit/v1/config').length === 2);
    await turns();
    expect(alternate.asked('/appkit/v1/config')).toHaveLength(1);
    await Promise.all([usual.stop(), alternate.stop()]);
  });
});
