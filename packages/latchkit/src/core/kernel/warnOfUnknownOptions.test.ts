// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from './storage.js';
import { warnOfUnknownOptions } from './warnOfUnknownOptions.js';

/** The warnings about options that plain JavaScript may pass. */
function warningsOf(options: Record<string, unknown>): string[] {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  // The compiler refuses what these tests pass.
  warnOfUnknownOptions({ networks: [mainnet], ...options } as Parameters<typeof warnOfUnknownOptions>[0]);
  const lines = warn.mock.calls.map(([line]) => String(line));
  warn.mockRestore();
  return lines;
}

describe('warnOfUnknownOptions', () => {
  it.each([
    ['a misspelt option', { themMode: 'dark' }, "'themMode' (did you mean 'themeMode'?)"],
    ['another case', { projectID: 'a' }, "'projectID' (did you mean 'projectId'?)"],
    [
      'a misspelt feature',
      { features: { emails: false } },
      "'features.emails' (did you mean 'features.email'?)",
    ],
    [
      'an option of the modal at the top',
      { termsUrl: '/terms' },
      "'termsUrl' (did you mean 'modal.termsUrl'?)",
    ],
    ['an unknown name', { enableSomething: true }, "'enableSomething'"],
    [
      'a wallet option',
      { wallets: { excludes: [] } },
      "'wallets.excludes' (did you mean 'wallets.exclude'?)",
    ],
    [
      'an option of a wallet',
      { wallets: { custom: [{ id: 'a', name: 'A', logo: '/a.svg' }] } },
      "'wallets.custom[0].logo' (there are id, name, imageUrl, ",
    ],
    ['a colour', { themeVariables: { accent: 'red' } }, "'themeVariables.accent' (names begin with --lk-"],
    [
      'the icon of a network',
      { networks: [{ ...mainnet, logo: '/eth.svg' }] },
      "'logo' of the network Ethereum (its icon is iconUrl)",
    ],
  ])('names %s, and what to write instead (DX-15)', (_, options, part) => {
    const [line, ...more] = warningsOf(options);
    expect(more).toEqual([]);
    expect(line).toContain(`[latchkit] createLatchkit ignores ${part}`);
  });

  it('says everything in one line, and nothing of options that exist (DX-15)', () => {
    expect(warningsOf({ themMode: 'dark', modal: { termUrl: '/' } })).toEqual([
      "[latchkit] createLatchkit ignores 'themMode' (did you mean 'themeMode'?), 'modal.termUrl' (did you mean 'modal.termsUrl'?).",
    ]);
    const viem = { formatters: {}, fees: {}, sourceId: 1, blockTime: 12_000, custom: {} };
    const right = {
      modal: { termsUrl: '/' },
      wallets: { exclude: ['a'] },
      themeVariables: { '--lk-accent': 'red' },
    };
    expect(warningsOf({ networks: [{ ...mainnet, ...viem }], ...right, features: { email: false } })).toEqual(
      [],
    );
    expect(warningsOf({ wallets: false })).toEqual([]);
  });

  it.each([
    ['development', 1],
    ['production', 0],
  ])('is used by a page that a bundler made for %s (DX-15)', async (mode, count) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubEnv('NODE_ENV', mode);
    onTestFinished(() => {
      warn.mockRestore();
      vi.unstubAllEnvs();
    });
    const misspelt = { networks: [mainnet], storage: memoryStorage(), themMode: 'dark' } as const;
    const kit = createLatchkit(misspelt);
    onTestFinished(() => kit.destroy());
    await vi.dynamicImportSettled();
    expect(warn.mock.calls.filter(([said]) => String(said).includes('themMode'))).toHaveLength(count);
  });
});
