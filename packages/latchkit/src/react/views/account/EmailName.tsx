import { Fragment } from 'react';

/** The longest part of an address that fits one line of the account's header, in characters. */
const LINE = 18;

/**
 * An email address, which breaks before its domain, and in a long part after a sign of punctuation, rather than inside a word. Other names
 * are shown as they are.
 */
export function EmailName({ name }: { name: string }) {
  const at = name.lastIndexOf('@');
  if (at <= 0) return name;
  return (
    <>
      <Breakable part={name.slice(0, at)} />
      <wbr />
      <Breakable part={name.slice(at)} />
    </>
  );
}

function Breakable({ part }: { part: string }) {
  if (part.length <= LINE) return part;
  // The place of a piece is its identity: the address does not change while it is shown.
  return (part.match(/[^._+-]+[._+-]*|[._+-]+/g) ?? []).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be equal and are never reordered
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
