import { describe, expect, it } from 'vitest';
import { exportsPage } from '../lib/exportsPage.mjs';
import { undocumented } from './documentedExports.mjs';

const exported = (name, isValue = true) => ({ name, isValue, comment: 'Does it. More | of it.' });
const entries = [
  {
    title: 'latchkit',
    exports: [exported('connect'), exported('connectAll'), exported('ConnectOptions', false)],
  },
  { title: 'latchkit/react', exports: [exported('useConnect')] },
];

describe('undocumented', () => {
  it('names what a host can call that no guide mentions, by the whole word (DX-08)', () => {
    expect(undocumented(entries, 'Call `connect(kit)`, or connectAlls.')).toEqual([
      'No guide mentions connectAll of latchkit. Show in docs/*.md what it is for.',
      'No guide mentions useConnect of latchkit/react. Show in docs/*.md what it is for.',
    ]);
    expect(undocumented(entries, '`connect`, `connectAll`, `useConnect`')).toEqual([]);
  });
});

describe('exportsPage', () => {
  it('lists every export with the first sentence of its comment, types apart (DX-08)', () => {
    const page = exportsPage(entries);
    expect(page).toContain(
      '## latchkit\n\n| | |\n|---|---|\n| `connect` | Does it. |\n| `connectAll` | Does it. |\n',
    );
    expect(page).toContain('### Types\n\n| | |\n|---|---|\n| `ConnectOptions` | Does it. |\n');
    expect(page).toContain('## latchkit/react\n');
  });
});
