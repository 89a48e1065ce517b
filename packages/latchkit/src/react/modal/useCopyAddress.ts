import { useCopy } from './useCopy.js';

/** Copies an address and says honestly whether it worked. `copied` holds for 4 s after the last success. */
export function useCopyAddress(address: string | undefined): { copied: boolean; copy: () => void } {
  return useCopy(address, 'toast.copied');
}
