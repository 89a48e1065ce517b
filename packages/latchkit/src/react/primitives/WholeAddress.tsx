/** Characters of an address that the eye takes at once. */
const GROUP = 4;

/**
 * A whole address in groups of four, to compare before it is used. The gaps are drawn: what is selected, copied or read is
 * the address itself.
 */
export function WholeAddress({ address }: { address: string }) {
  const start = address.startsWith('0x') ? '0x' : '';
  const groups = address.slice(start.length).match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return (
    <bdi className="lk-whole lk-groups">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address's groups never move
        <span key={index}>{index === 0 ? start + group : group}</span>
      ))}
    </bdi>
  );
}
