// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WalletImage } from './WalletImage.js';

/** jsdom fetches no images: a requested image neither loads nor fails until the test decides. */
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

  it('shows the letter immediately when there is no image or it fails', async () => {
    await render(undefined);
    expect(element.textContent).toBe('H');
    await render('https://images.example/one.svg');
    expect(element.textContent).toBe('');
    await act(async () => picture()?.dispatchEvent(new Event('error')));
    expect(picture()).toBeNull();
    expect(element.textContent).toBe('H');
  });

  it('waits 2 s for an image, and tries another address separately [TIME-12]', async () => {
    await render('https://images.example/never.svg');
    await wait(1_999);
    expect(element.textContent).toBe('');
    await wait(1);
    expect(element.textContent).toBe('H');
    await render('https://images.example/other.svg');
    expect(picture()?.getAttribute('src')).toBe('https://images.example/other.svg');
  });

  it('keeps an image that has loaded', async () => {
    await render('https://images.example/one.svg');
    Object.defineProperty(picture(), 'complete', { value: true });
    await wait(5_000);
    expect(picture()).not.toBeNull();
  });
});
