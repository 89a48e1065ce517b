import type { CSSProperties } from 'react';
import { Skeleton } from '../../primitives/Skeleton.js';
import { COLUMNS } from './gridMove.js';

/** Placeholders in the size of the wallet grid. `late`: hidden for the first 150 ms. */
export function SkeletonGrid({ rows, late }: { rows: number; late?: boolean }) {
  const style: CSSProperties = { blockSize: `calc(${rows} * var(--_pitch))` };
  const places = Array.from({ length: rows * COLUMNS }, (_, place) => place);
  return (
    <div className="lk-grid" style={style} aria-hidden="true" data-late={late ? '' : undefined}>
      {places.map(place => (
        <div key={place} className="lk-grid-item" data-static="">
          <Skeleton shape="image" />
          <Skeleton shape="name" />
        </div>
      ))}
    </div>
  );
}
