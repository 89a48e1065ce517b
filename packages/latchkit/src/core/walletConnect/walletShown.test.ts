import { describe, expect, it } from 'vitest';
import { walletShown } from './attachClient.js';

const phone = { platform: 'ios', embedded: false } as const;
const peer = {
  name: 'One',
  icons: ['https://cdn.one.example/icon.png', 'data:image/png;base64,AAAA'],
  redirect: { native: 'one://', universal: 'https://one.example/app' },
};

describe('walletShown', () => {
  it('shows no image from a host that was not configured', () => {
    expect(walletShown(peer, undefined, phone).imageUrl).toBe('data:image/png;base64,AAAA');
    expect(
      walletShown({ ...peer, icons: ['https://cdn.one.example/i.png'] }, undefined, phone).imageUrl,
    ).toBeUndefined();
  });

  it('opens the wallet by its own word on a phone, else by the link that was picked', () => {
    expect(walletShown(peer, 'two://', phone).href).toBe('https://one.example/app');
    expect(walletShown({ ...peer, redirect: { native: 'one://' } }, undefined, phone).href).toBe('one://');
    expect(walletShown({ ...peer, redirect: undefined }, 'two://', phone).href).toBe('two://');
  });

  it('opens nothing on a computer, unless it was picked there', () => {
    const computer = { platform: 'desktop', embedded: false } as const;
    expect(walletShown(peer, undefined, computer).href).toBeUndefined();
    expect(walletShown(peer, 'https://app.one.example', computer).href).toBe('https://app.one.example');
  });

  it('follows no scheme inside the browser of another app, and nothing that runs', () => {
    const only = { ...peer, redirect: { native: 'one://' } };
    expect(walletShown(only, undefined, { platform: 'android', embedded: true }).href).toBeUndefined();
    const hostile = { ...peer, redirect: { native: 'javascript:alert(1)', universal: 'data:text/html,x' } };
    expect(walletShown(hostile, undefined, phone).href).toBeUndefined();
  });
});
