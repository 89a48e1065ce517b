import { describe, expect, it } from 'vitest';
import { overriddenFeatures, resolveFeatures } from './resolveFeatures.js';

describe('resolveFeatures', () => {
  const defaults = resolveFeatures({});

  it("offers swaps by '1inch' [CFG-12]", () => expect(defaults.swaps).toEqual(['1inch']));
  it("offers buying by 'meld' and 'coinbase' [CFG-13]", () =>
    expect(defaults.onramp).toEqual(['meld', 'coinbase']));
  it('has email login on', () => expect(defaults.email).toBe(true));
  it('offers exactly the seven socials', () =>
    expect([...(defaults.socials || [])].sort()).toEqual([
      'apple',
      'discord',
      'facebook',
      'farcaster',
      'github',
      'google',
      'x',
    ]));
  it('offers Telegram only if the host lists it and the gateway has it', () => {
    const own = { features: { socials: ['google', 'telegram'] as const } };
    const remote = { socials: ['telegram', 'google'] };
    expect(resolveFeatures(own).socials).toEqual(['google', 'telegram']);
    expect(resolveFeatures(own, remote).socials).toEqual(['telegram', 'google']);
    expect(resolveFeatures({}, remote).socials).toEqual(['google']);
    expect(resolveFeatures(own, undefined, ['google']).socials).toEqual(['google']);
    expect(resolveFeatures({ features: { socials: false } }, remote).socials).toEqual(['google']);
  });
  it('has activity on', () => expect(defaults.activity).toBe(true));
  it('has multiWallet off [CFG-17]', () => expect(defaults.multiWallet).toBe(false));
  it('has branding on [CFG-18]', () => expect(defaults.reownBranding).toBe(true));
  it('has receive on [CFG-19]', () =>
    expect([defaults.receive, resolveFeatures({ features: { receive: false } }).receive]).toEqual([
      true,
      false,
    ]));
  it('has send on [CFG-20]', () =>
    expect([defaults.send, resolveFeatures({ features: { send: false } }).send]).toEqual([true, false]));
  it('has analytics on [CFG-21]', () =>
    expect([defaults.analytics, resolveFeatures({ features: { analytics: false } }).analytics]).toEqual([
      true,
      false,
    ]));
  it('has all wallets on [CFG-22]', () =>
    expect([defaults.allWallets, resolveFeatures({ features: { allWallets: false } }).allWallets]).toEqual([
      true,
      false,
    ]));
  it('has the legal checkbox off [CFG-23]', () =>
    expect([
      defaults.legalCheckbox,
      resolveFeatures({ features: { legalCheckbox: true } }).legalCheckbox,
    ]).toEqual([false, true]));
  it('has smart sessions off', () =>
    expect([
      defaults.smartSessions,
      resolveFeatures({ features: { smartSessions: true } }).smartSessions,
    ]).toEqual([false, true]));
  it('has collapsed wallets off [CFG-25]', () =>
    expect([
      defaults.collapseWallets,
      resolveFeatures({ features: { collapseWallets: true } }).collapseWallets,
    ]).toEqual([false, true]));
  it('has pay off [CFG-26]', () => expect(defaults.pay).toBe(false));

  it('lets the remote configuration win over the local one, and the local one over the defaults [CFG-02]', () => {
    const features = resolveFeatures(
      { features: { swaps: ['1inch'], email: false, activity: false } },
      { swaps: false, activity: true },
    );
    expect(features).toMatchObject({ swaps: false, activity: true, email: false, multiWallet: false });
  });

  it('turns every feature off in basic mode, whatever the project says [CFG-03]', () => {
    const features = resolveFeatures(
      { basic: true, features: { send: true, analytics: true, collapseWallets: true, legalCheckbox: true } },
      { swaps: ['1inch'], email: true, reownBranding: true },
    );
    // The two that are no features: how the list of wallets looks, and what the visitor has to accept.
    const { collapseWallets, legalCheckbox, ...others } = features;
    expect([collapseWallets, legalCheckbox]).toEqual([true, true]);
    expect(Object.entries(others).filter(([, value]) => value !== false)).toEqual([]);
  });

  it('leaves out socials that the gateway has no credentials of', () => {
    const of = (available?: readonly string[]) =>
      resolveFeatures({ features: { socials: ['x', 'google'] } }, {}, available).socials;
    expect([of(['google', 'github']), of([]), of()]).toEqual([['google'], [], ['x', 'google']]);
  });

  it('drops socials that do not exist', () => {
    expect(resolveFeatures({}, { socials: ['github', 'myspace', 'google'] }).socials).toEqual([
      'github',
      'google',
    ]);
  });
});

describe('overriddenFeatures', () => {
  it('names local settings that the project overrides with another value, and nothing else', () => {
    expect(
      overriddenFeatures({ swaps: ['1inch'], email: true }, { swaps: false, email: true, activity: false }),
    ).toEqual(['swaps']);
    expect(overriddenFeatures(undefined, { swaps: false })).toEqual([]);
  });
});
