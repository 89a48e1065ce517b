import { checksumAddress, isEvmAddress, nameOrderOf } from 'latchkit/protocol';
import type { Line } from '../../texts/createTexts.js';
import type { Fact, Review, ReviewContext } from '../model/Review.js';
import { visibleText } from '../model/visibleText.js';
import type { TypedData } from './readTypedData.js';

/**
 * Reviews an order about an account name. Losing a name cannot be undone, and its new owner receives what others send to it.
 *
 * @returns undefined for other typed data.
 */
export function reviewNameOrder(
  { domain, primaryType, message }: TypedData,
  { account }: ReviewContext,
): Review | undefined {
  const action = nameOrderOf(primaryType);
  if (action === undefined) return undefined;
  const name = visibleText(String(message.name));
  const to = visibleText(String(message.to));
  const slots = { name };
  const registry: Fact = { label: 'fact.registry', value: { plain: visibleText(String(domain.name)) } };
  const shown = { risk: 'R3' as const, changes: [], blocks: [], raw: [] };
  const lost = (text: Line['text']): readonly Line[] => [{ text, slots }];
  switch (action) {
    case 'register':
      return {
        ...shown,
        risk: 'R1',
        warnings: [],
        action: { text: 'action.nameRegister', slots },
        facts: [{ label: 'fact.account', value: { address: account } }, registry],
      };
    case 'rename':
      return {
        ...shown,
        warnings: lost('warning.nameLost'),
        action: { text: 'action.nameRename', slots: { name: to } },
        facts: [{ label: 'fact.presentName', value: { plain: name } }, registry],
      };
    case 'release':
      return {
        ...shown,
        warnings: lost('warning.nameLost'),
        action: { text: 'action.nameRelease', slots },
        facts: [registry],
      };
    case 'transfer':
      return {
        ...shown,
        warnings: lost('warning.nameGiven'),
        action: { text: 'action.nameTransfer', slots },
        facts: [
          isEvmAddress(to)
            ? { label: 'fact.to', value: { address: checksumAddress(to) } }
            : { label: 'fact.to', value: { plain: to } },
          registry,
        ],
      };
  }
}
