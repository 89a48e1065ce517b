import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { EmailName } from './EmailName.js';

const linesOf = (name: string) => renderToStaticMarkup(<EmailName name={name} />).split('<wbr/>');

describe('EmailName', () => {
  it.each([
    ['ada@mail.example', ['ada', '@mail.example']],
    ['mira.hollis@mail.example', ['mira.hollis', '@mail.example']],
    ['mira.hollis-long-name@mail.example', ['mira.', 'hollis-', 'long-', 'name', '@mail.example']],
    ['m@preview-142.app.meridian.example', ['m', '@preview-', '142.', 'app.', 'meridian.', 'example']],
    ['Harbor wallet', ['Harbor wallet']],
    ['@handle', ['@handle']],
  ])('lets %s break before its domain or after punctuation, never inside a word (UX-51)', (name, lines) => {
    expect(linesOf(name)).toEqual(lines);
    expect(linesOf(name).join('')).toBe(name);
  });
});
