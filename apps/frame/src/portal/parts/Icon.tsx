import { ICONS, type IconName, MIRRORED } from './icons.js';
import marks from './marks.svg';

export interface IconProps {
  readonly name: IconName;
  /** Default md: 20 px. */
  readonly size?: 'sm' | 'md' | 'lg';
}

/** A decorative icon; the control around it has the accessible name. */
export function Icon({ name, size = 'md' }: IconProps) {
  return (
    <svg
      className="pt-icon"
      data-size={size}
      data-mirror={MIRRORED.has(name) ? '' : undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {name in ICONS ? <path d={ICONS[name as keyof typeof ICONS]} /> : <use href={`${marks}#${name}`} />}
    </svg>
  );
}
