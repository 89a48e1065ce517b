import { useRef, useState } from 'react';
import type { BaseError } from '../../../core/index.js';
import { isEnding } from './isEnding.js';

/**
 * A code as it is typed, and what is wrong with the one that was tried last: until another one is typed.
 *
 * @param told what the state says is wrong.
 * @param check tries a code; its failure is in the state.
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
  // A login that is taken up again begins with an empty field.
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
