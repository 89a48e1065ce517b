import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anySignal } from './anySignal.js';
import { parseUrl } from './parseUrl.js';

describe('anySignal', () => {
  it.each([
    ['with', AbortSignal.any],
    ['without', undefined],
  ])(
    'aborts once, with the reason of the first that does, also of one that had aborted before, %s AbortSignal.any (MOD-05)',
    (_, native) => {
      if (native === undefined) {
        const own = Object.getOwnPropertyDescriptor(AbortSignal, 'any') as PropertyDescriptor;
        Reflect.deleteProperty(AbortSignal, 'any');
        onTestFinished(() => {
          Object.defineProperty(AbortSignal, 'any', own);
        });
      }
      const [one, other] = [new AbortController(), new AbortController()];
      const any = anySignal(one.signal, undefined, other.signal);
      const heard = vi.fn();
      any.addEventListener('abort', heard);
      expect(any.aborted).toBe(false);
      other.abort('other');
      one.abort('one');
      expect([any.aborted, any.reason]).toEqual([true, 'other']);
      expect(heard).toHaveBeenCalledOnce();
      expect(anySignal(new AbortController().signal, one.signal).reason).toBe('one');
      expect(anySignal().aborted).toBe(false);
    },
  );
});

describe('parseUrl', () => {
  it.each([
    ['https://a.example/b', 'https://a.example/b'],
    ['wc:1@2', 'wc:1@2'],
    ['/b', undefined],
    ['', undefined],
    ['inline', undefined],
  ])('reads %j (MOD-05)', (text, href) => {
    expect(parseUrl(text)?.href).toBe(href);
  });
});
