import { describe, expect, it } from 'vitest';
import { send } from './en/send.js';
import { walletConnect } from './en/walletConnect.js';

describe('texts of errors', () => {
  it('says what to do when a name cannot be looked up (UX-13)', () => {
    expect(send['send.nameFailed']).toMatch(/Try again, or paste the address\.$/);
  });

  it('says which wallets still work when the connection service does not answer (UX-17)', () => {
    const text = walletConnect['pair.unreachableText'];
    expect(text).toContain('Wallets in this browser still work');
    expect(text).not.toMatch(/relay/i);
  });
});
