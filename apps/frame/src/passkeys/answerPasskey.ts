import { type KeyReceiver, sealPasskeyFactor } from '@latchkit/keyring';
import type { PasskeyAssertion, PasskeyQuestion } from 'latchkit/protocol';
import { requestPasskey } from './requestPasskey.js';

/** A passkey that was used: the proof for the vault, and its key as JWE to this installation. */
export interface AnsweredPasskey {
  readonly assertion: PasskeyAssertion;
  readonly factor: string;
}

/**
 * Lets the user use a passkey on this page, and seals its key to an installation.
 *
 * @throws the errors of `requestPasskey`.
 */
export async function answerPasskey(question: PasskeyQuestion, to: KeyReceiver): Promise<AnsweredPasskey> {
  const { assertion, prf } = await requestPasskey(question);
  return { assertion, factor: await sealPasskeyFactor(prf, to) };
}
