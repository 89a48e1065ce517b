import { describe, expect, it } from 'vitest';
import { type Device, groupDevices } from './groupDevices.js';

const device = (id: string, more: Partial<Device> = {}): Device => ({
  id,
  kind: 'frame',
  hostOrigin: 'https://shop.example',
  browser: 'Brave, Android',
  createdAt: '2026-03-01T10:00:00Z',
  lastSeenAt: '2026-03-01T10:00:00Z',
  origin: 'recovered',
  isNew: false,
  isCurrent: false,
  ...more,
});

/** The ids of what is shown, each with those that it hides. */
const shown = (devices: readonly Device[]) =>
  groupDevices(devices).map(({ device: { id }, earlier }) => [id, ...earlier.map(one => one.id)]);

describe('groupDevices', () => {
  it('shows a browser that forgets the wallet after each visit once, beside the device in use (MOD-06)', () => {
    const visits = Array.from({ length: 12 }, (_, at) => device(`${at}`, { isCurrent: at === 0 }));
    const [current, before, ...others] = shown(visits);
    expect([current, before?.[0], before?.length, others]).toEqual([['0'], '1', 11, []]);
  });

  it.each<[string, Partial<Device>]>([
    ['another site', { hostOrigin: 'https://other.example' }],
    ['another browser', { browser: 'Chrome, Linux' }],
    ['the wallet window', { kind: 'window' }],
    ['the device in use', { isCurrent: true }],
    ['a device that the page asks about', { isNew: true }],
  ])('hides %s in no group (MOD-06)', (_, more) => {
    expect(shown([device('a'), device('b', more), device('c')])).toEqual([['a', 'c'], ['b']]);
    expect(shown([device('a', more), device('b'), device('c')])).toEqual([['a'], ['b', 'c']]);
    if (more.isNew) expect(shown([device('a', more), device('b', more)])).toEqual([['a'], ['b']]);
  });
});
