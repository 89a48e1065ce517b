/**
 * APIs that browsers in use lack, with what to use instead. docs/browsers.md names the lowest versions; what all of them have is not
 * listed.
 */
const NEW_APIS = [
  [/\bAbortSignal\.any\b/, 'anySignal'],
  [/\bURL\.(?:canParse|parse)\b/, 'parseUrl'],
  [/\.to(?:Sorted|Reversed|Spliced)\(/, 'a copy'],
  [/\.with\(/, 'map'],
  [/\bPromise\.(?:withResolvers|try)\b/, 'new Promise'],
  [/\b(?:Object|Map)\.groupBy\b/, 'a loop'],
  [/\bArray\.fromAsync\b/, 'a loop'],
  [/\.(?:intersection|symmetricDifference|isSubsetOf|isSupersetOf)\(/, 'a filter'],
  [/\bIterator\.from\b|\.(?:toBase64|toHex|setFromBase64)\(/, 'the codecs of protocol'],
];

/**
 * Lists the lines of a source file that use an API which browsers in use lack.
 *
 * @param {string} source
 * @returns {string[]} the line, and what to use instead
 */
export function newApis(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return code
    .split('\n')
    .flatMap(line =>
      NEW_APIS.flatMap(([pattern, instead]) => (pattern.test(line) ? [`${line.trim()} (${instead})`] : [])),
    );
}
