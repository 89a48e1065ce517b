import { describe, expect, it } from 'vitest';
import { mainnet, solanaDevnet, solanaTestnet } from '../../networks/index.js';
import { explorerLink } from './explorerLink.js';

describe('explorerLink', () => {
  it('keeps the cluster at the end of the address', () => {
    expect(explorerLink(solanaDevnet, 'tx', 'HASH')?.href).toBe('https://solscan.io/tx/HASH?cluster=devnet');
    expect(explorerLink(solanaTestnet, 'address', 'A')?.href).toBe(
      'https://solscan.io/address/A?cluster=testnet',
    );
  });

  it("joins paths whether or not the explorer's address has one, and takes any id (RV-01)", () => {
    const on = (url: string) => ({ ...mainnet, blockExplorers: { default: { name: 'E', url } } });
    expect(explorerLink(on('https://e.example'), 'tx', '0x1')?.href).toBe('https://e.example/tx/0x1');
    expect(explorerLink(on('https://e.example/main/'), 'tx', 'a/b')?.href).toBe(
      'https://e.example/main/tx/a%2Fb',
    );
    expect(explorerLink(on('https://e.example'), 'tx', 'half \ud800')?.href).toBe(
      'https://e.example/tx/half%20%EF%BF%BD',
    );
    expect(explorerLink(on('javascript:alert(1)'), 'tx', '0x1')).toBeUndefined();
    expect(explorerLink(on('not an address'), 'tx', '0x1')).toBeUndefined();
  });
});
