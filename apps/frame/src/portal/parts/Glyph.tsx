import { Icon } from './Icon.js';
import type { IconName } from './icons.js';

/** A round picture at the start of a row. */
export function Glyph({ name, tone }: { readonly name: IconName; readonly tone?: 'danger' | 'success' }) {
  return (
    <span className="pt-glyph" data-tone={tone}>
      <Icon name={name} />
    </span>
  );
}
