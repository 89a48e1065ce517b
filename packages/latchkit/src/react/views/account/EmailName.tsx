/** An email address, which breaks before its domain rather than anywhere. Other names are shown as they are. */
export function EmailName({ name }: { name: string }) {
  const at = name.lastIndexOf('@');
  if (at <= 0) return name;
  return (
    <>
      {name.slice(0, at)}
      <wbr />
      {name.slice(at)}
    </>
  );
}
