import { Tipped, type TippedProps } from '../primitives/Tipped.js';

interface ExactAmountProps extends Omit<TippedProps, 'tip'> {
  /** The amount with all its digits, and its symbol. */
  exact: string;
}

/** An amount that is shortened for reading; the tooltip has all its digits. */
export function ExactAmount({ exact, ...tipped }: ExactAmountProps) {
  return <Tipped tip={exact} {...tipped} />;
}
