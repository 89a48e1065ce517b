import { describe, expect, it } from 'vitest';
import { createViewMemory } from './createViewMemory.js';

describe('createViewMemory', () => {
  it("restores a view's position and typed text", () => {
    const memory = createViewMemory();
    memory.leave(0, { control: 'wallet:one', scroll: 120 });
    memory.write('0:networks', 'base');
    expect(memory.place(0)).toEqual({ control: 'wallet:one', scroll: 120 });
    expect(memory.read('0:networks')).toBe('base');
  });

  it('forgets views that were left by going back', () => {
    const memory = createViewMemory();
    memory.write('0:a', 1);
    memory.write('1:a', 2);
    memory.leave(1, { control: undefined, scroll: 3 });
    memory.forgetFrom(1);
    expect([memory.read('0:a'), memory.read('1:a'), memory.place(1)]).toEqual([1, undefined, undefined]);
  });
});
