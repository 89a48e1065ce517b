// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WalletImage } from './WalletImage.js';

/** jsdom fetches no images: one that is asked for here neither loads nor fails, until the test says so. */
describe('WalletImage', () => {
  const element = document.createElement('div');
  let root: Root;
  const render = (url: string | undefined) =>
    act(async () => root.render(<WalletImage name="Harbor" url={url} />));
  const picture = () => element.querySelector('img');
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    root = createRoot(element);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('shows the letter at once where there is no image, or where it fails', async () => {
    await render(undefined);
    expect(element.textContent).toBe('H');
    await render('https://images.example/one.svg');
    expect(element.textContent).toBe('');
    await act(async () => picture()?.dispatchEvent(new Event('error')));
    expect(picture()).toBeNull();
    expect(element.textContent).toBe('H');
  });

  it('gives an image that does not come 2 s, and another address a try of its own [TIME-12]', async () => {
    await render('https://images.example/never.svg');
    await wait(1_999);
    expect(element.textContent).toBe('');
    await wait(1);
    expect(element.textContent).toBe('H');
    await render('https://images.example/other.svg');
    expect(picture()?.getAttribute('src')).toBe('https://images.example/other.svg');
  });

  it('keeps an image that has come', async () => {
    await render('https://images.example/one.svg');
    Object.defineProperty(picture(), 'complete', { value: true });
    await wait(5_000);
    expect(picture()).not.toBeNull();
  });
});
