/** Characters per group, so that an address is easy to compare. */
const GROUP = 4;

/**
 * A whole address in groups of four, to compare before use. The gaps are only drawn: selecting, copying or reading it
 * yields the plain address.
 */
export function WholeAddress({ address }: { address: string }) {
  const start = address.startsWith('0x') ? '0x' : '';
  const groups = address.slice(start.length).match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return (
    <bdi className="lk-whole lk-groups">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address have a fixed order
        <span key={index}>{index === 0 ? start + group : group}</span>
      ))}
    </bdi>
  );
}
