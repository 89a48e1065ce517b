import type { ReactNode } from 'react';

interface ExactAmountProps {
  /** The amount with all its digits, and its symbol. */
  exact: string;
  children: ReactNode;
}

/** An amount that is shortened for reading; the tooltip has all its digits. */
export function ExactAmount({ exact, children }: ExactAmountProps) {
  return <bdi title={exact}>{children}</bdi>;
}
