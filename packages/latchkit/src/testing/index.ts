export { anvilAccounts, type PrivateKey } from './anvilAccounts.js';
export {
  createFakeWallet,
  type FakeWallet,
  type FakeWalletOptions,
  type WalletCall,
  type WalletInfo,
} from './createFakeWallet.js';
export { DEMO_TOKEN_ADDRESS, type DemoTokenOptions, demoTokenCode, installDemoToken } from './demoToken.js';
export { dialogPrompt } from './dialogPrompt.js';
export type { FakeProvider, WalletRequest } from './FakeProvider.js';
export { type FakeSafeHost, type FakeSafeHostOptions, fakeSafeHost } from './fakeSafeHost.js';
export { announceHostile, HOSTILE_KINDS, type HostileKind } from './hostileAnnouncement.js';
export { installLegacyProvider } from './installLegacyProvider.js';
export { type LoginPage, type LoginWithOptions, loginWith } from './loginWith.js';
export { prepareJsdom } from './prepareJsdom.js';
export { type InboxMail, type MailWanted, readInbox, waitForMail } from './readInbox.js';
export type { FaultSwitch, Methods, WalletFaults } from './WalletFaults.js';
export type { PromptRequest, WalletPrompt } from './WalletPrompt.js';
export { WalletRpcError } from './WalletRpcError.js';
