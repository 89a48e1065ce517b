import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { shell as arShell } from '../locales/ar/shell.js';
import { views as arViews } from '../locales/ar/views.js';
import { shell } from '../locales/en/shell.js';
import { views } from '../locales/en/views.js';
import { createText } from './createText.js';

describe('createText', () => {
  const text = createText(shell, 'en');
  text.add(views);

  it('does not use Intl before a count is needed, because its first use is slow', () => {
    const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'PluralRules')];
    onTestFinished(() => made.forEach(one => void one.mockRestore()));
    const fresh = createText(shell, 'en');
    fresh.add(views);
    fresh.t('connect.title', { dapp: 'Meridian' });
    expect(made.map(one => one.mock.calls.length)).toEqual([0, 0]);
  });

  it('fills a sentence’s slots', () => {
    expect(text.t('connect.title', { dapp: 'Meridian' })).toBe('Connect to Meridian');
  });

  it('inserts a name unchanged when it looks like a slot or a pattern', () => {
    expect(text.t('connect.title', { dapp: '{wallet} $& $1' })).toBe('Connect to {wallet} $& $1');
  });

  it('isolates names when the sentence reads right to left', () => {
    expect(createText(arShell, 'ar').t('connect.title', { dapp: 'Meridian' })).toContain(
      '\u2068Meridian\u2069',
    );
  });

  it('puts elements in slots, in the order of the sentence', () => {
    const sentence = text.rich('connect.legalBoth', {
      terms: <a href="/t">T</a>,
      privacy: <a href="/p">P</a>,
    });
    expect(renderToStaticMarkup(sentence)).toBe(
      'By continuing you agree to the <bdi><a href="/t">T</a></bdi> and <bdi><a href="/p">P</a></bdi>.',
    );
  });

  it('chooses plural forms by the language’s rules', () => {
    expect(text.plural('network.results', 1, {})).toBe('1 network');
    expect(text.plural('network.results', 2, {})).toBe('2 networks');
    const arabic = createText(arShell, 'ar');
    arabic.add(arViews);
    const forms = [0, 1, 2, 3, 11, 100].map(count => arabic.plural('network.results', count, {}));
    expect(new Set(forms.map(form => form.replace(/[\p{Nd}\u2068\u2069()\s]/gu, ''))).size).toBe(5);
  });

  it('returns an unknown key as its text', () => {
    expect(text.any('Something else', {})).toBe('Something else');
    expect(text.any('network.results', {})).toBe('network.results');
  });
});
