import { BaseError } from './BaseError.js';

/** A CAIP-10 account id is malformed. */
export class InvalidCaipAddressError extends BaseError {
  constructor(value: string) {
    super('INVALID_CAIP_ADDRESS', `Invalid CAIP address: ${value.slice(0, 80)}`, {
      details: 'Expected namespace:reference:address, for example eip155:1:0xd8dA…6045.',
    });
  }
}

/** A CAIP-2 chain id is malformed. */
export class InvalidCaipNetworkIdError extends BaseError {
  constructor(value: string) {
    super('INVALID_CAIP_NETWORK_ID', `Invalid CAIP network id: ${value.slice(0, 80)}`, {
      details: 'Expected namespace:reference, for example eip155:1.',
    });
  }
}
