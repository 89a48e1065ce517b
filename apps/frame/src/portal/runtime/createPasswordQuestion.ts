import { frameError } from 'latchkit/protocol';
import type { AskPasswordInWindow } from '../../account/Account.js';
import type { AskedPassword } from './Portal.js';

/** The question for the password of a wallet, between the login that asks it and the page that shows it. */
export interface PasswordQuestion {
  readonly ask: AskPasswordInWindow;
  /** Undefined: no login asks. */
  readonly asked: () => AskedPassword | undefined;
}

/** @param onChange - Called when the question appears or goes. */
export function createPasswordQuestion(onChange: () => void): PasswordQuestion {
  let asked: AskedPassword | undefined;
  let count = 0;
  const show = (next: AskedPassword | undefined) => {
    asked = next;
    onChange();
  };
  return {
    asked: () => asked,
    ask: (isWrong, { signal }) =>
      new Promise((resolve, reject) => {
        const end = () => {
          signal.removeEventListener('abort', abort);
          show(undefined);
        };
        const abort = () => {
          end();
          reject(frameError('ABORTED'));
        };
        signal.addEventListener('abort', abort, { once: true });
        count += 1;
        show({
          ...{ id: count, isWrong },
          answer(password) {
            end();
            resolve(password);
          },
          refuse() {
            end();
            reject(frameError('REJECTED'));
          },
        });
      }),
  };
}
