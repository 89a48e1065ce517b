/** The URL of a page of the repository's `docs` folder, which the package doesn't contain: `upgrade.md#3-go-back`. */
export function guideUrl(page: string): string {
  return `https://github.com/latchkit/latchkit/blob/main/docs/${page}`;
}
