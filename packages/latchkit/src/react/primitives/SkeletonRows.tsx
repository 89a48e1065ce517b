import { Skeleton } from './Skeleton.js';

const ROWS = ['first', 'second', 'third'] as const;

/** Placeholder rows, hidden for the first 150 ms. `label` is announced. */
export function SkeletonRows({ label, shape = 'tile' }: { label: string; shape?: 'tile' | 'coin' }) {
  return (
    <div className="lk-group" data-late="" role="status">
      <span className="lk-sr">{label}</span>
      {ROWS.map(row => (
        <SkeletonRow key={row} shape={shape} short={row === 'second'} />
      ))}
    </div>
  );
}

/** A placeholder row. */
export function SkeletonRow({ shape, short }: { shape: 'tile' | 'coin'; short: boolean }) {
  return (
    <div className="lk-row" data-static="" aria-hidden="true">
      <Skeleton shape={shape} />
      <span className="lk-row-text">
        <Skeleton shape={short ? 'short' : 'line'} />
      </span>
    </div>
  );
}
