import { describe, expect, it } from 'vitest';
import { passwordStrength } from './passwordStrength.js';

describe('passwordStrength', () => {
  it.each([
    ['', 'weak'],
    ['password', 'weak'],
    ['Passw0rd!', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnopqrstuvwxyz', 'weak'],
    ['testtesttesttesttesttesttest', 'weak'],
    ['k9$Vq2!zLp7&xW', 'fair'],
    ['correct horse battery', 'fair'],
    ['correct horse battery staple', 'strong'],
    ['k9$Vq2!zLp7&xWm4#Rt', 'strong'],
  ])('says of %j that it is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});
