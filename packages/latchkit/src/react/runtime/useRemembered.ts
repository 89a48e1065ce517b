import { useCallback, useState } from 'react';
import { useModal } from './ModalContext.js';

/** State that is restored when Back returns to the view. `depth` is the view's index in the stack. */
export function useRemembered(depth: number, name: string): [string, (value: string) => void] {
  const { memory } = useModal();
  const key = `${depth}:${name}`;
  const [value, setValue] = useState(() => {
    const kept = memory.read(key);
    return typeof kept === 'string' ? kept : '';
  });
  const change = useCallback(
    (next: string) => {
      memory.write(key, next);
      setValue(next);
    },
    [memory, key],
  );
  return [value, change];
}
