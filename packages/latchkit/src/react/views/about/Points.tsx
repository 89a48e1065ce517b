import { Icon } from '../../primitives/Icon.js';
import type { IconName } from '../../runtime/icons.js';
import { useStyles } from '../../runtime/useStyles.js';
import { pointsCss } from '../../theme/points.css.gen.js';

export interface Point {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

/** A few short points on a card. */
export function Points({ label, points }: { label: string; points: readonly Point[] }) {
  useStyles(pointsCss);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
    <ul className="lk-group lk-points" role="list" aria-label={label}>
      {points.map(point => (
        <li key={point.title} className="lk-row" data-static="">
          <span className="lk-glyph">
            <Icon name={point.icon} />
          </span>
          <span className="lk-point-text">
            <span className="lk-row-title">{point.title}</span>
            <span className="lk-row-sub">{point.text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
