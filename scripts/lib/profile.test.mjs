import { expect, it } from 'vitest';
import { formatMachine, formatProfile } from './profile.mjs';

const entry = (runner, browser = 0) => ({ runner, browser, servers: 0, databases: 0, other: 0 });

it('lists the steps, the 40 most expensive files and what belongs to none', () => {
  const files = new Map(Array.from({ length: 42 }, (_, index) => [`/r/${index}.test.ts`, entry(index, 1)]));
  const steps = new Map([
    ['build', entry(10)],
    ['unit', entry(900, 50)],
  ]);
  const lines = formatProfile({ steps, files }, '/r').map(line => line.trim().replaceAll(/ +/g, ' '));
  expect(lines).toContain('950.0 900.0 50.0 0.0 0.0 0.0 unit');
  expect(lines).toContain('960.0 910.0 50.0 0.0 0.0 0.0 all');
  const first = lines.indexOf('42.0 41.0 1.0 0.0 0.0 0.0 41.test.ts');
  expect(lines[first + 39]).toBe('3.0 2.0 1.0 0.0 0.0 0.0 2.test.ts');
  expect(lines[first + 40]).toBe('3.0 1.0 2.0 0.0 0.0 0.0 (the other test files)');
  expect(lines[first + 41]).toBe('57.0 49.0 8.0 0.0 0.0 0.0 (of no single test file)');
});

it('compares with the machine', () => {
  expect(formatMachine(90, 100)).toBe('90.0 s of processors, 90 % of what this machine did (100.0 s)');
});
