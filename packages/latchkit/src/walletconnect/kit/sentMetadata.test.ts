import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sentMetadata } from './sentMetadata.js';

const icon = 'https://shop.example/icon.png';
const dataUrl = (size: number) => `data:image/svg+xml;base64,${'A'.repeat(size)}`;

describe('sentMetadata', () => {
  it('leaves out large icons, keeps the rest, and tells the developer once (WC-06)', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const metadata = { name: 'Shop', url: 'https://shop.example', icons: [icon, dataUrl(1_000)] };
    expect(sentMetadata(metadata)).toEqual(metadata);
    const plain: { name: string; icons?: string[] } = { name: 'Shop' };
    expect(sentMetadata(plain)).toEqual({ name: 'Shop' });
    expect(warn).not.toHaveBeenCalled();
    for (const large of [[dataUrl(420_000)], Array.from({ length: 5 }, () => dataUrl(120_000))]) {
      warn.mockClear();
      expect(sentMetadata({ ...metadata, icons: [icon, ...large] })).toEqual({ ...metadata, icons: [icon] });
      expect(warn).toHaveBeenCalledTimes(1);
    }
  });
});
