import { type IconName, MIRRORED_ICONS } from '../runtime/icons.js';
import { useModal } from '../runtime/ModalContext.js';

export interface IconProps {
  name: IconName;
  /** Default md: 20 px. */
  size?: 'sm' | 'md' | 'lg';
}

/** A decorative icon; the control around it has the accessible name. */
export function Icon({ name, size = 'md' }: IconProps) {
  const { icons } = useModal();
  return (
    <svg
      className="lk-icon"
      data-size={size}
      data-mirror={MIRRORED_ICONS.has(name) ? '' : undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={icons.path(name)} />
    </svg>
  );
}
