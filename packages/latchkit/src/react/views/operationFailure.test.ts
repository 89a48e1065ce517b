import { describe, expect, it } from 'vitest';
import { ProviderRpcError } from '../../embedded/provider/ProviderRpcError.js';
import { createError } from '../../protocol/errors.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { OPERATION_PROBLEMS } from '../../protocol/smartAccount/operationProblem.js';
import { send as ar } from '../locales/ar/send.js';
import { send as de } from '../locales/de/send.js';
import { send as en } from '../locales/en/send.js';
import { operationFailure } from './operationFailure.js';

/** As an action fails whose wallet is the embedded one. */
const failed = (code: 'OPERATION_REFUSED' | 'OPERATION_FAILED' | 'INTERNAL', reason?: string) =>
  createError('REQUEST_FAILED', {
    cause: new ProviderRpcError(frameError(code, { context: { reason } })),
  });

const textOf = (locale: object, error: ReturnType<typeof failed>) => {
  const key = operationFailure(error)?.text;
  return (locale as Record<string, string>)[String(key)];
};

describe('operationFailure', () => {
  it.each(OPERATION_PROBLEMS)('%s: says whether something was sent, in every language', reason => {
    const refused = failed('OPERATION_REFUSED', reason);
    expect(operationFailure(refused)?.isSent).toBe(false);
    expect([textOf(en, refused), textOf(de, refused), textOf(ar, refused)]).toEqual([
      expect.stringContaining('Nothing was sent.'),
      expect.stringContaining('Es wurde nichts gesendet.'),
      expect.stringContaining('لم يُرسل شيء.'),
    ]);
    const late = failed('OPERATION_FAILED', reason);
    const isSent = reason !== 'expired' && reason !== 'nonce';
    expect(operationFailure(late)?.isSent).toBe(isSent);
    expect([textOf(en, late), textOf(de, late), textOf(ar, late)]).toEqual([
      expect.stringContaining(isSent ? 'fee' : 'Nothing was sent.'),
      expect.stringContaining(isSent ? 'Netzwerkgebühr' : 'Es wurde nichts gesendet.'),
      expect.stringContaining(isSent ? 'رسوم الشبكة' : 'لم يُرسل شيء.'),
    ]);
  });

  it('has a text of its own for each', () => {
    const texts = OPERATION_PROBLEMS.map(reason => textOf(en, failed('OPERATION_REFUSED', reason)));
    expect(new Set(texts).size).toBe(texts.length);
    expect(textOf(en, failed('OPERATION_FAILED', 'gas'))).toContain('The next try gets a higher limit.');
  });

  it('knows no reason of an older wallet page, and nothing of other errors', () => {
    expect(operationFailure(failed('OPERATION_REFUSED'))?.text).toBe('operation.refused');
    expect(operationFailure(failed('OPERATION_FAILED'))?.text).toBe('operation.unclear');
    for (const other of [failed('INTERNAL'), createError('REQUEST_FAILED'), undefined])
      expect(operationFailure(other)).toBeUndefined();
  });
});
