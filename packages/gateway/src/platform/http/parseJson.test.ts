import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseJson } from './parseJson.js';

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

describe('parseJson', () => {
  it('refuses two megabytes of brackets without parsing them [SEC-117]', () => {
    const parser = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parser.mockRestore());
    for (const text of [
      '['.repeat(2_000_000),
      '{"a":'.repeat(400_000),
      nested(1_000_000),
      `[${'[],'.repeat(600_000)}[]]`,
      `{"a":"${'\\"'.repeat(300_000)}","b":${nested(65)}}`,
    ]) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
    expect(parser).not.toHaveBeenCalled();
  });

  it.each([
    ['the deepest allowed', nested(64)],
    ['brackets in texts', JSON.stringify({ text: '['.repeat(500), more: '"]}\\' })],
    ['escaped quotes', JSON.stringify(['\\', '"', '\\"', '[['.repeat(200)])],
    ['many values', JSON.stringify(Array.from({ length: 50_000 }, (_, at) => at))],
    ['many lists beside each other', `[${'[],'.repeat(10_000)}[]]`],
  ])('parses %s as JSON.parse does', (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['', '{', '"', '"\\', 'nul', ']]]]', `"${'a'.repeat(100)}`, `${'a'.repeat(100)}`])(
    'refuses %j',
    text => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );
});
