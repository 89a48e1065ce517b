// @vitest-environment jsdom
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLatchkit, memoryStorage } from '../../../core/index.js';
import { arbitrum, base, mainnet, optimism, polygon } from '../../../networks/index.js';
import { mountInModal } from '../../mount/renderInModal.test-support.js';
import { Networks } from './ReceiveView.js';

describe('Networks', () => {
  it('has the logos on a line of their own, and names all networks after a press (UX-36)', async () => {
    const networks = [mainnet, base, optimism, arbitrum, polygon];
    const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
    const { element, unmount } = mountInModal(kit, <Networks networks={networks} />);
    onTestFinished(unmount);
    const more = element.querySelector('button');
    expect(more?.textContent).toContain('Works on Ethereum, Base and 3 more');
    expect(more?.querySelector('.lk-coin')).toBeNull();
    expect(element.querySelectorAll('.lk-stack .lk-coin')).toHaveLength(4);
    expect(more?.getAttribute('aria-expanded')).toBe('false');
    more?.click();
    await expect.poll(() => more?.getAttribute('aria-expanded')).toBe('true');
    const names = [...element.querySelectorAll('li bdi')].map(item => item.textContent);
    expect(names).toEqual(networks.map(({ name }) => name));
    more?.click();
    await expect.poll(() => element.querySelectorAll('li').length).toBe(0);
  });
});
