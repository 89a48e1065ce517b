import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import type { Field } from '../review/model/Review.js';
import { en, type TextKey } from '../texts/en.js';
import { renderField } from './renderField.js';

const { document } = new JSDOM().window;
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const texts = { text: (key: TextKey) => en[key] };
const shown = (field: Field) =>
  renderField(document, texts, field).map(node => node.textContent?.replaceAll('\u202F', ' '));

describe('renderField', () => {
  it.each([
    [
      { path: 'amount', value: '10000000000000000', as: 'number' },
      ['Amount (raw number)', '10 000 000 000 000 000'],
    ],
    [{ path: 'nonce', value: '7', as: 'number' }, ['Nonce', '7']],
    [
      { path: 'delta', value: '-12000000000000', as: 'number' },
      ['Delta (raw number)', '-12 000 000 000 000'],
    ],
    [{ path: 'order.makerAsset[1]', value: OTHER, as: 'address' }, ['Order, maker asset 2', OTHER]],
    [{ path: 'owner', value: OTHER, as: 'own' }, ['Owner', 'You 0x7099…dc79C8']],
    [{ path: 'valid_until', value: '1', as: 'number' }, ['Valid until', '1']],
    [{ path: 'note', value: 'Hello' }, ['Note', 'Hello']],
  ] as const)(
    'says a field of typed data in words, and its value so that it can be compared: %j (UX-20)',
    (field, said) => {
      expect(shown(field)).toEqual(said);
    },
  );

  it('keeps the whole value of numbers that no computer counts exactly', () => {
    const most = String(2n ** 256n - 1n);
    expect(shown({ path: 'value', value: most, as: 'number' })[1]?.replaceAll(' ', '')).toBe(most);
  });

  it('breaks an address only between groups', () => {
    const [, value] = renderField(document, texts, {
      path: 'to',
      value: OTHER,
      as: 'address',
    });
    expect([...value.childNodes].filter(one => one.nodeType === 3).map(one => one.textContent)).toEqual([
      '0x',
      '7099',
      '7970',
      'C518',
      '12dc',
      '3A01',
      '0C7d',
      '01b5',
      '0e0d',
      '17dc',
      '79C8',
    ]);
  });
});
