import { describe, expect, it } from 'vitest';
import { revertDataOf } from './revertDataOf.js';

describe('revertDataOf', () => {
  it.each([
    ['{"code":3,"message":"execution reverted","data":"0x1234"}', '0x1234'],
    ['{"code":-32000,"data":{"data":"0x1234"}}', '0x1234'],
    ['{"code":-32015,"data":"Reverted"}', undefined],
    ['{"code":-32000,"message":"no data"}', undefined],
    ['no JSON', undefined],
  ])('reads %s', (error, data) => expect(revertDataOf(error)).toBe(data));
});
