import { describe, expect, it } from 'vitest';
import { tierOf, tierOfWarning } from './tierOf.js';

describe('tierOf', () => {
  it('is neutral for what was read and warns of nothing, and caution for what could not be read whole', () => {
    expect(tierOf({ risk: 'R1', warnings: [] })).toBe('neutral');
    expect(tierOf({ risk: 'R2', warnings: [] })).toBe('neutral');
    expect(tierOf({ risk: 'R3', warnings: [] })).toBe('caution');
  });

  it('is that of the gravest warning, whatever the risk', () => {
    const unknown = { text: 'warning.unknownTypedData' } as const;
    const unlimited = { text: 'warning.unlimited' } as const;
    expect(tierOf({ risk: 'R2', warnings: [unknown] })).toBe('caution');
    expect(tierOf({ risk: 'R2', warnings: [unknown, unlimited] })).toBe('danger');
    expect([unknown, unlimited].map(tierOfWarning)).toEqual(['caution', 'danger']);
  });
});
