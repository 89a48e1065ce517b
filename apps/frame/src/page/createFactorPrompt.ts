import { openJwe } from '@latchkit/keyring';
import { frameError } from 'latchkit/protocol';
import type { AskPasskeyInWindow, AskPasswordInWindow, FactorContext } from '../account/Account.js';
import { reviewPasskey, reviewPassword } from '../review/messages/reviewPasskey.js';
import type { Installation } from '../storage/Installation.js';
import { passkeyAnswer } from '../windowChannel/windowMessages.js';
import type { AskInWindow, WindowQuestion } from './createWindowPrompt.js';

/** Asks for a passkey or the password of the wallet in the wallet window, which the user opens from this page. */
export interface FactorPrompt {
  readonly askPasskey: AskPasskeyInWindow;
  readonly askPassword: AskPasswordInWindow;
}

/** @param installation - Gets the passkey's key, or the password. */
export function createFactorPrompt(
  ask: AskInWindow,
  { encJwk, jkt, sealingKey }: Installation,
): FactorPrompt {
  const to = { encJwk, jkt };
  const answerTo = (
    asked: Pick<WindowQuestion, 'kind' | 'review' | 'payload' | 'status'>,
    { wallet, user, signal }: FactorContext,
  ) =>
    ask(
      {
        ...asked,
        ...{ id: crypto.randomUUID(), signal, login: user.email ?? user.userName ?? '' },
        account: wallet.addresses.evm,
      },
      async ({ answer }) => {
        if (answer === undefined) throw frameError('REJECTED');
        return answer;
      },
    );
  return {
    async askPasskey(question, context) {
      const payload = { question, to };
      const answer = await answerTo({ kind: 'passkey', review: reviewPasskey(), payload }, context);
      return passkeyAnswer.parse(JSON.parse(answer));
    },
    async askPassword(isWrong, context) {
      const answer = await answerTo(
        {
          ...{ kind: 'password', review: reviewPassword(), payload: { to } },
          status: isWrong ? 'window.passwordWrong' : undefined,
        },
        context,
      );
      const { content, apu } = await openJwe(answer, sealingKey);
      if (apu !== jkt) throw frameError('REJECTED');
      return new TextDecoder().decode(content);
    },
  };
}
