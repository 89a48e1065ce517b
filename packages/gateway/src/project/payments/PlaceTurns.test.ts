import { describe, expect, it } from 'vitest';
import { PlaceTurns } from './PlaceTurns.js';

const NONE = new Set<string>();
const places = Array.from({ length: 100 }, (_, index) => `place${index} `);
const to = (number: number) => ({ number, hash: '' });

describe('PlaceTurns', () => {
  it('gives each place one turn in a round, however few a step takes (RV-01)', () => {
    for (const most of [1, 7, 40, 100]) {
      const turns = new PlaceTurns();
      turns.begin(new Set(places), '');
      for (let round = 0; round < 3; round += 1) {
        const taken: string[] = [];
        for (let isOpen = true; isOpen; ) {
          const some = turns.left(places).slice(0, most);
          const read = { taken: some, failed: [], readTo: new Map(some.map(one => [one, to(round)])) };
          taken.push(...some);
          isOpen = turns.isOpen(places, read);
          turns.keep(read, NONE);
        }
        expect([...taken].sort()).toEqual([...places].sort());
      }
    }
  });

  it('begins a round with those about which nodes have failed, and forgets only what it must (RV-01)', () => {
    const turns = new PlaceTurns();
    turns.begin(new Set(places), '');
    const failed = places.slice(30, 35);
    turns.keep({ taken: places, failed, readTo: new Map([['place1 ', to(5)]]) }, NONE);
    expect([...turns.left(places).slice(0, 5)].sort()).toEqual(failed);
    turns.begin(new Set(places), '');
    expect(turns.readTo('place1 ')).toEqual(to(5));
    // What was read of a place does not count for a payment there that was created meanwhile, nor in another chain.
    turns.keep({ taken: [], failed: [], readTo: new Map([['place2 ', to(6)]]) }, new Set(['place2 ']));
    expect(turns.readTo('place2 ')).toBeUndefined();
    turns.begin(new Set(places.slice(2)), '');
    expect(turns.readTo('place1 ')).toBeUndefined();
    turns.keep({ taken: [], failed: [], readTo: new Map([['place2 ', to(6)]]) }, NONE);
    turns.begin(new Set(places), 'restarted');
    expect(turns.readTo('place2 ')).toBeUndefined();
  });

  it('asks for less at once while nodes allow less (RV-01)', () => {
    const turns = new PlaceTurns();
    const seen = [true, true, true, true, false, false, false, false].map(wasTooMuch => {
      turns.adapt(wasTooMuch);
      return turns.atOnce;
    });
    expect(seen).toEqual([4, 2, 1, 1, 2, 4, 8, 8]);
  });
});
