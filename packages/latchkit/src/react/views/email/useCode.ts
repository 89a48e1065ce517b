import { useRef, useState } from 'react';
import type { BaseError } from '../../../core/index.js';
import { isEnding } from './loginErrors.js';

/**
 * The typed code, and what is wrong with the last one that was tried, until another one is typed.
 *
 * @param told the error in the state.
 * @param check tries a code; its failure is stored in the state.
 */
export function useCode(
  told: BaseError | undefined,
  check: (code: string) => Promise<void>,
): {
  code: string;
  error: BaseError | undefined;
  change: (code: string) => void;
  submit: (code: string) => void;
} {
  const [code, setCode] = useState('');
  // A login that is resumed begins with an empty field.
  const seen = useRef(isEnding(told) ? undefined : told);
  return {
    code,
    error: told === seen.current ? undefined : told,
    change: next => {
      seen.current = told;
      setCode(next);
    },
    submit: next => {
      seen.current = told;
      check(next).catch(() => {});
    },
  };
}
