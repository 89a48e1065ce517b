export { custodyOf, type FarcasterOptions, installIdRegistry } from './farcasterWallet.js';
export { FAULTS, type Fault } from './faults.js';
export { PEOPLE, type Person } from './people.js';
export { type DevIdp, type DevIdpOptions, startDevIdp } from './startDevIdp.js';
export { createVisitor, hiddenValues, type SeenPage, type Visitor } from './visitor.js';
