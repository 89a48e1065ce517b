import { useEffect, useState } from 'react';
import { type BaseError, isError, type NameSuggestions, suggestNames } from '../../../core/index.js';
import { isAccountName } from '../../../protocol/accountName.js';
import { useModal } from '../../runtime/ModalContext.js';

/** Time after the last change of the text until the gateway is asked, in ms. */
const TYPING_MS = 400;

/** What is known about a name that is being typed. */
export interface NameCheck {
  readonly status: 'none' | 'checking' | 'known' | 'failed';
  readonly found: NameSuggestions | undefined;
  readonly error: BaseError | undefined;
}

const NOTHING: NameCheck = { status: 'none', found: undefined, error: undefined };

/** Asks whether a name is available, shortly after the visitor has stopped typing. */
export function useNameSuggestions(name: string): NameCheck {
  const { kit } = useModal();
  const [check, setCheck] = useState(NOTHING);
  useEffect(() => {
    if (!isAccountName(name)) {
      setCheck(NOTHING);
      return undefined;
    }
    let live = true;
    const show = (next: NameCheck) => live && setCheck(next);
    setCheck({ ...NOTHING, status: 'checking' });
    const timer = setTimeout(() => {
      suggestNames(kit, name).then(
        found => show({ status: 'known', found, error: undefined }),
        (error: unknown) =>
          show({ status: 'failed', found: undefined, error: isError(error) ? error : undefined }),
      );
    }, TYPING_MS);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [kit, name]);
  return check;
}
