import { describe, expect, it } from 'vitest';
import { readParameters } from './demoParameters.js';
import { SETTINGS } from './demoSettings.js';

const setting = (label: string) => {
  const found = SETTINGS.find(one => one.label === label);
  if (!found) throw new Error(`no setting ${label}`);
  return found;
};

describe('SETTINGS', () => {
  it('stores values other than the default in the query and preserves its other parameters', () => {
    expect(setting('WalletConnect').write('?theme=dark', 'off')).toBe('/?theme=dark&walletConnect=0');
    expect(setting('WalletConnect').write('?theme=dark&walletConnect=0', 'on')).toBe('/?theme=dark');
    expect(setting('Several wallets').write('', 'on')).toBe('/?multiWallet=1');
    expect(setting('Theme').write('?theme=dark', 'auto')).toBe('/');
    expect(setting('Networks').write('?debug=1', 'solana')).toBe('/?debug=1&adapters=solana');
  });

  it("shows the page's behaviour without parameters", () => {
    const page = readParameters('');
    expect(setting('Networks').read('')).toBe(page.adapters.join());
    expect(setting('WalletConnect').read('')).toBe(page.walletConnect ? 'on' : 'off');
    expect(setting('Restore connections').read('')).toBe(page.reconnect ? 'on' : 'off');
    expect(setting('Terms and legal checkbox').read('')).toBe(page.legal ? 'on' : 'off');
  });

  it('changes what the page reads for every value other than the default', () => {
    for (const one of SETTINGS) {
      for (const [value = ''] of one.options ?? [['on'], ['off']]) {
        const address = one.write('', value);
        const title = `${one.label}: ${value}`;
        expect(one.read(address.slice(1)), title).toBe(value);
        if (address === '/' || value === 'en') continue;
        expect(readParameters(address.slice(1)), title).not.toEqual(readParameters(''));
      }
    }
  });
});
