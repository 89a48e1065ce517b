import { describe, expect, it } from 'vitest';
import { guards } from '../wire/guards.js';
import { cleanMetadata } from './Metadata.js';
import { isProposalNamespaces, isSessionNamespaces } from './Namespaces.js';
import { isPeer } from './Session.js';

const whole = {
  name: 'W',
  description: 'A wallet',
  url: 'https://w.example',
  icons: ['https://w.example/icon.png'],
  redirect: { native: 'w://', universal: 'https://w.example/wc' },
};
/** What serialisers write for a member that they do not have, and what no member may be. */
const ODD = [undefined, null, 7, true, {}, [], [null], 'x'.repeat(20_000)];

describe('cleanMetadata', () => {
  it.each(Object.keys(whole))('leaves out a bad %s, and keeps the rest (WC-02)', member => {
    const clean = cleanMetadata(whole);
    for (const odd of ODD) {
      const { [member as keyof typeof whole]: _, ...rest } = clean;
      expect(cleanMetadata({ ...whole, [member]: odd })).toMatchObject(rest);
      expect(isPeer({ publicKey: 'a'.repeat(64), metadata: { ...whole, [member]: odd } })).toBe(true);
    }
  });

  it('keeps one link if the other is null, and reads icons with white space (WC-02, EVM-09)', () => {
    expect(cleanMetadata({ ...whole, redirect: { native: 'w://', universal: null } }).redirect).toEqual({
      native: 'w://',
    });
    const icons = ['\ndata:image/png;base64,AA\n', null];
    expect(cleanMetadata({ ...whole, icons }).icons).toEqual(['data:image/png;base64,AA']);
  });
});

describe('guards.shape', () => {
  it('takes null in an optional member as absent, wherever it is used (WC-02)', () => {
    const { shape, text } = guards;
    const value = { required: 'a', optional: null };
    expect(shape({ required: text() }, { optional: text() })(value)).toBe(true);
    expect(value).toEqual({ required: 'a' });
    expect(shape({ required: text() })({ required: null })).toBe(false);
    const namespace = { methods: [], events: [], chains: null };
    expect(isProposalNamespaces({ eip155: { ...namespace } })).toBe(true);
    expect(isSessionNamespaces({ eip155: { ...namespace, accounts: [] } })).toBe(true);
  });
});
