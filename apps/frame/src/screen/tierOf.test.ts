import { describe, expect, it } from 'vitest';
import { tierOf, tierOfWarning } from './tierOf.js';

describe('tierOf', () => {
  it('is neutral for a fully read request without warnings and caution for one that could not be fully read', () => {
    expect(tierOf({ risk: 'R1', warnings: [] })).toBe('neutral');
    expect(tierOf({ risk: 'R2', warnings: [] })).toBe('neutral');
    expect(tierOf({ risk: 'R3', warnings: [] })).toBe('caution');
  });

  it('is the tier of the most severe warning, whatever the risk class', () => {
    const unknown = { text: 'warning.unknownTypedData' } as const;
    const unlimited = { text: 'warning.unlimited' } as const;
    expect(tierOf({ risk: 'R2', warnings: [unknown] })).toBe('caution');
    expect(tierOf({ risk: 'R2', warnings: [unknown, unlimited] })).toBe('danger');
    expect([unknown, unlimited].map(tierOfWarning)).toEqual(['caution', 'danger']);
  });
});
