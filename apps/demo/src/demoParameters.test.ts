import { describe, expect, it } from 'vitest';
import { readParameters } from './demoParameters.js';

describe('readParameters', () => {
  it('enables everything that is built by default', () => {
    expect(readParameters('')).toMatchObject({
      adapters: ['evm', 'solana', 'bitcoin', 'polkadot'],
      walletConnect: true,
      relays: 'both',
      theme: 'auto',
      reconnect: true,
      debug: false,
      basic: false,
      embedded: false,
      append: true,
      email: undefined,
      socials: undefined,
      gateway: true,
      wallets: ['Demo Wallet'],
      prompt: 'dialog',
      faults: [],
    });
  });

  it('reads the switches that external checks use', () => {
    const search =
      '?theme=dark&reconnect=0&debug=1&basic=1&legal=1&embedded=1&email=0&socials=google,x&multiWallet=1&adapters=none&locale=ar&csp=strict&siwx=required';
    expect(readParameters(search)).toMatchObject({
      theme: 'dark',
      reconnect: false,
      debug: true,
      basic: true,
      legal: true,
      embedded: true,
      email: false,
      socials: ['google', 'x'],
      multiWallet: true,
      adapters: [],
      locale: 'ar',
      siwx: 'required',
    });
    expect(readParameters('?siwx=optional&session=60')).toMatchObject({ siwx: 'optional', session: 60 });
    expect(readParameters('?siwx=nonsense').siwx).toBeUndefined();
  });

  it('removes and adds demo wallets and sets their faults', () => {
    expect(readParameters('?wallet=none').wallets).toEqual([]);
    expect(readParameters('?wallets=One,Two&faults=reject,hang&networks=31337,1')).toMatchObject({
      wallets: ['One', 'Two'],
      faults: ['reject', 'hang'],
      networks: [31337, 1],
    });
  });
});
