import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const places = ['packages/latchkit/src', 'packages/gateway/src'];

const CODE = "'([A-Z][A-Z0-9_]{2,})'";

/** Matches error codes in the source, but not alerts, setting names and metric labels, which look similar. */
const patterns = [
  // createError('CODE'), new HttpError(404, 'CODE', …), super('CODE', …), limited('CODE', …)
  new RegExp(
    `(?<![.\\w])(?!reportError|wrapWalletError)(?:\\w*[eE]rror|Refusal|refused|limited|fail|super)\\(\\s*(?:[\\w.-]+,\\s*){0,2}${CODE}`,
    'g',
  ),
  // check(isValid(…), 'CODE', 'Text'), session.close(CLOSE.X, 'CODE', 'Text')
  /(?<!Alert\(\s*\w+,\s*)'(?!LATCHKIT_)([A-Z]+_[A-Z0-9_]+)',\s*['"`](?=[^'"`]*[a-z])/g,
  new RegExp(`\\b(?:code|refused): ${CODE}`, 'g'),
];

/** Matches the codes of a catalogue: object keys or union members. */
const catalogue = [/^ {2}([A-Z][A-Z0-9_]{2,}):/gm, new RegExp(`\\| ${CODE}`, 'g')];

const isSource = file => /\.tsx?$/.test(file) && !/\.test(-d|-support)?\.tsx?$|[\\/]?testing[\\/]/.test(file);

/** @returns {{ file: string, text: string }[]} the shipped source of client and server */
function shippedSource() {
  return places.flatMap(place =>
    readdirSync(inRoot(place), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map(file => ({
        file: path.posix.join(place, file.split(path.sep).join('/')),
        text: readFileSync(inRoot(place, file), 'utf8'),
      })),
  );
}

/** Finds the codes of the errors that client and server throw, each with the first file that contains it. */
export function findErrorCodes(files = shippedSource()) {
  const found = new Map();
  for (const { file, text } of files) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const isCatalogue = /([eE]rrors?|ErrorCode)\.ts$/.test(file);
    for (const pattern of isCatalogue ? [...patterns, ...catalogue] : patterns) {
      for (const [, name] of code.matchAll(pattern)) if (!found.has(name)) found.set(name, file);
    }
  }
  return found;
}
