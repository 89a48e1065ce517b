/** Parses an absolute URL; undefined: the text is not one. Browsers in use lack `URL.canParse`: Safari before 17, Chrome before 120. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
