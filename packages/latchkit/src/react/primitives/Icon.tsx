import { type IconName, icons, MIRRORED_ICONS } from './icons.js';

export interface IconProps {
  name: IconName;
  /** Default md: 20 px. */
  size?: 'sm' | 'md' | 'lg';
}

/** A decorative icon; its control carries the name. */
export function Icon({ name, size = 'md' }: IconProps) {
  return (
    <svg
      className="lk-icon"
      data-size={size}
      data-mirror={MIRRORED_ICONS.has(name) ? '' : undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  );
}
