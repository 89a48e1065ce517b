import { readFileSync } from 'node:fs';
import path from 'node:path';

const guide = path.join(import.meta.dirname, '../../../docs/production.md');

/** A machine of the guide. */
export type Machine = 'gateway' | 'vault' | 'offline';

/** A block of code in docs/production.md. */
export interface GuideBlock {
  /** The heading that it is under. */
  readonly heading: string;
  /** For example `sh`, `sql` or `ini`. */
  readonly language: string;
  /** What it is for: the machines that run it, or a variant of a file. */
  readonly places: readonly string[];
  readonly code: string;
}

/** Reads the blocks of the guide for operators, in order. */
export function readGuide(): readonly GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let heading = '';
  const parts = readFileSync(guide, 'utf8').matchAll(/^#+ (.*)$|^```(\w+)(.*)\n([\s\S]*?)^```$/gm);
  for (const [, title, language, places = '', code = ''] of parts) {
    if (title !== undefined) heading = title;
    else if (language !== undefined)
      blocks.push({ heading, language, places: places.split(' ').filter(Boolean), code });
  }
  return blocks;
}

/** Reads a file of variables as a shell does. */
export function readVariables(code: string): Readonly<Record<string, string>> {
  const lines = [...code.matchAll(/^(\w+)=(?:"(.*)"|(.*))$/gm)];
  return Object.fromEntries(lines.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}
