import { useStyles } from '../runtime/useStyles.js';
import { addressCss } from '../theme/address.css.gen.js';

/** The whole address with both ends emphasized, because people compare those. */
export function FullAddress({ address }: { address: string }) {
  useStyles(addressCss);
  return (
    <p className="lk-address-full" translate="no">
      {address.slice(0, 4)}
      <i>{address.slice(4, -6)}</i>
      {address.slice(-6)}
    </p>
  );
}
