import { describe, expect, it } from 'vitest';
import { isAppleRelayAddress } from './isAppleRelayAddress.js';

describe('isAppleRelayAddress', () => {
  it.each([
    ['ab12cd@privaterelay.appleid.com', true],
    [' AB12CD@PrivateRelay.AppleID.com ', true],
    ['quiet.otter.0x@private.icloud.com', true],
    ['ada@icloud.com', false],
    ['ada@appleid.com', false],
    ['ada@privaterelay.appleid.com.example', false],
    ['privaterelay.appleid.com', false],
  ])('reads %s (SL-17)', (email, isRelay) => {
    expect(isAppleRelayAddress(email)).toBe(isRelay);
  });
});
