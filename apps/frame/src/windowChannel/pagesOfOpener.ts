/** The page that opened this one and its frames: one of them is the wallet. Pages of other origins can't read what is sent. */
export function pagesOfOpener({ opener }: Window): readonly WindowProxy[] {
  const page = opener as WindowProxy | null;
  if (page === null) return [];
  return [page, ...Array.from({ length: page.length }, (_, at) => page[at]).filter(one => one !== undefined)];
}
