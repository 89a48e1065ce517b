import { avatarPaths } from '../primitives/avatarPaths.js';

/** The generated avatar of an address, the same as in the modal. */
export function AccountMark({ address }: { readonly address: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      {avatarPaths(address).map(({ fill, d }) => (
        <path key={d} fill={fill} d={d} />
      ))}
    </svg>
  );
}
