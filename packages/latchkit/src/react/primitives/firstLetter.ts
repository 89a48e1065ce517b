/** The fallback for a name's missing image: its first letter or digit, as a whole character in upper case, or '?'. */
export function firstLetter(name: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0];
  return letter?.toLocaleUpperCase() ?? '?';
}
