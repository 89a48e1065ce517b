import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleMessage, visibleText } from './visibleText.js';

describe('visibleText', () => {
  it('escapes invisible characters and those that reorder text [SEC-66]', () => {
    expect(visibleText('USD\u202Ecod')).toBe('USD⟨U+202E⟩cod');
    expect(visibleText('US\u200BDC')).toBe('US⟨U+200B⟩DC');
    expect(visibleText('a\u0000b\u001bc\u2028d')).toBe('a⟨U+0000⟩b⟨U+001B⟩c⟨U+2028⟩d');
    expect(visibleText('\u{E0041}x\u3164')).toBe('⟨U+E0041⟩x⟨U+3164⟩');
    expect(visibleText('a\u00a0b c')).toBe('a⟨U+00A0⟩b c');
    expect(visibleText('line\nbreak')).toBe('line⟨U+000A⟩break');
    expect(visibleText('نص عربي, Grüße, 日本')).toBe('نص عربي, Grüße, 日本');
  });

  it('escapes a fourth combining mark on one letter', () => {
    expect(visibleText('e\u0301\u0302\u0303')).toBe('e\u0301\u0302\u0303');
    expect(visibleText('e\u0301\u0302\u0303\u0304')).toBe('e\u0301\u0302\u0303⟨U+0304⟩');
  });

  it('clips to 64 characters of any kind [SEC-66]', () => {
    expect(visibleText('x'.repeat(64))).toBe('x'.repeat(64));
    expect(visibleText('x'.repeat(10_000))).toBe(`${'x'.repeat(64)}…`);
    expect(Array.from(visibleText('😀'.repeat(10_000)))).toHaveLength(65);
    expect(visibleText('\u202E'.repeat(10_000)).match(/⟨/g)).toHaveLength(64);
  });

  it('lets no hidden character through', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        text => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(visibleText(text)),
      ),
    );
  });
});

describe('visibleMessage', () => {
  it('preserves a whole message with its line breaks and no other hidden character', () => {
    expect(visibleMessage('one\r\ntwo\n\u202Ethree\rfour')).toBe('one\ntwo\n⟨U+202E⟩three⟨U+000D⟩four');
    expect(visibleMessage('x'.repeat(10_000))).toHaveLength(10_000);
  });
});
