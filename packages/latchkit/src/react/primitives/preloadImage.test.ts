// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preloadImage } from './useImage.js';

/** jsdom fetches no images: a requested image neither loads nor fails until the test decides. */
describe('preloadImage', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('settles at exactly 2 s when the image never loads [TIME-12]', async () => {
    let answer: boolean | undefined;
    void preloadImage('https://images.example/never.png').then(loaded => {
      answer = loaded;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toBe(false);
  });

  it.each([
    ['load', true],
    ['error', false],
  ] as const)('settles immediately on %s, and leaves no timer', async (event, loaded) => {
    const images: HTMLImageElement[] = [];
    const Original = window.Image;
    vi.spyOn(window, 'Image').mockImplementation(function image() {
      const made = new Original();
      images.push(made);
      return made;
    });
    const promise = preloadImage('https://images.example/one.png');
    images[0]?.dispatchEvent(new Event(event));
    expect(await promise).toBe(loaded);
    expect(vi.getTimerCount()).toBe(0);
  });
});
