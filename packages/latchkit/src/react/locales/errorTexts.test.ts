import { describe, expect, it } from 'vitest';
import { shell as shellAr } from './ar/shell.js';
import { shell as shellDe } from './de/shell.js';
import { pay } from './en/pay.js';
import { send } from './en/send.js';
import { shell } from './en/shell.js';
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

  it('says what to do when sign-in cannot start, in every language (UX-14)', () => {
    const advice = {
      en: /Try again in a minute\.$/,
      de: /in einer Minute noch einmal\.$/,
      ar: /بعد دقيقة\.$/,
    };
    for (const [language, texts] of Object.entries({ en: shell, de: shellDe, ar: shellAr }))
      expect(texts['toast.signInUnavailable']).toMatch(advice[language as keyof typeof advice]);
  });

  it('labels what the shop calls its order, without the word that the shop uses too (UX-38)', () => {
    expect(pay['pay.orderLabel']).toBe('Reference');
  });
});
