// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage } from '../../../core/index.js';
import { EMPTY_ONRAMP } from '../../../core/onramp/onrampDefaults.js';
import { mainnet } from '../../../networks/index.js';
import { renderInModal } from '../../mount/renderInModal.test-support.js';
import { useModal } from '../../runtime/ModalContext.js';
import { BuyCard } from './BuyCard.js';
import { OrderRows } from './OrderRows.js';

const kit = () =>
  createLatchkit({
    networks: [mainnet],
    storage: memoryStorage(),
    gateway: 'https://gateway.example',
    projectId: 'p',
  });
const onramp = { ...EMPTY_ONRAMP, paymentAmount: '50' };

function page(node: React.ReactNode): HTMLElement {
  const body = document.createElement('div');
  body.innerHTML = renderInModal(kit(), node);
  return body;
}

/** Renders in another language than the page's. */
function In({ locale, children }: { locale: string; children: React.ReactNode }) {
  Object.assign(useModal().text, { locale });
  return children;
}

describe('BuyCard', () => {
  it.each([
    ['en', '$', '', '$100'],
    ['de', '', '$', '100 $'],
  ])(
    'has the sign where the language has it, in the field and on the quick amounts: %s (UX-18)',
    (locale, before, after, quick) => {
      const body = page(
        <In locale={locale}>
          <BuyCard onramp={onramp} problem={undefined} />
        </In>,
      );
      const field = body.querySelector('.lk-buy-amount input');
      const textOf = (node: Element | null | undefined) => node?.textContent?.trim() ?? '';
      expect(textOf(field?.previousElementSibling)).toBe(before);
      expect(textOf(field?.nextElementSibling)).toBe(after);
      const buttons = [...body.querySelectorAll('.lk-buy-quick button')];
      expect(buttons.map(one => one.textContent?.replace('\u00a0', ' '))).toContain(quick);
    },
  );
});

describe('the order', () => {
  it('has each label above its value, and says that the state may be left out (UX-18)', () => {
    const rows = page(<OrderRows onramp={{ ...onramp, country: 'US' }} />);
    for (const row of rows.querySelectorAll('.lk-select .lk-row-text')) {
      expect([...row.children].map(({ tagName }) => tagName)).toEqual(['LABEL', 'SPAN']);
    }
    expect([...rows.querySelectorAll('label')].map(label => label.textContent)).toContain('State (optional)');
  });
});
