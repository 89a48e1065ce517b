// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage } from '../../core/index.js';
import { mainnet } from '../../networks/index.js';
import { renderInModal, visibleText } from '../mount/renderInModal.test-support.js';
import { Coin } from './Coin.js';

describe('Coin', () => {
  it('has a letter only where it can be read (UX-43)', () => {
    const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
    const letters = ([16, 20, 24, 36, 44, 72] as const).map(size =>
      visibleText(renderInModal(kit, <Coin id="eip155:31337" name="Local" url={undefined} size={size} />)),
    );
    expect(letters).toEqual(['', 'L', 'L', 'L', 'L', 'L']);
  });
});
