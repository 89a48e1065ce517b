import { Skeleton } from './Skeleton.js';

const ROWS = ['first', 'second', 'third'] as const;

/** Rows to come. Nothing shows for the first 150 ms. `label` is spoken. */
export function SkeletonRows({ label, shape = 'tile' }: { label: string; shape?: 'tile' | 'coin' }) {
  return (
    <div className="lk-group" data-late="" role="status">
      <span className="lk-sr">{label}</span>
      {ROWS.map(row => (
        <div key={row} className="lk-row" data-static="" aria-hidden="true">
          <Skeleton shape={shape} />
          <span className="lk-row-text">
            <Skeleton shape={row === 'second' ? 'short' : 'line'} />
          </span>
        </div>
      ))}
    </div>
  );
}
