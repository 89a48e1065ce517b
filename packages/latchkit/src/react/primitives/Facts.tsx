import type { ReactNode } from 'react';

/** Facts on a card: each a label, with its value at the end of the line. */
export function Facts({
  facts,
}: {
  facts: readonly { readonly label: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className="lk-facts lk-card">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
