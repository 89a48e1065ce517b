import { ACCOUNT_SCENES } from './scenes/accountScenes.js';
import { CONNECT_SCENES } from './scenes/connectScenes.js';
import { EMAIL_SCENES } from './scenes/emailScenes.js';
import { NAME_SCENES } from './scenes/nameScenes.js';
import { NETWORK_SCENES } from './scenes/networkScenes.js';
import { ONRAMP_SCENES } from './scenes/onrampScenes.js';
import { PAY_SCENES } from './scenes/payScenes.js';
import type { Scene } from './scenes/Scene.js';
import { SEND_SCENES } from './scenes/sendScenes.js';
import { SIGN_IN_SCENES } from './scenes/signInScenes.js';
import { SOCIAL_SCENES } from './scenes/socialScenes.js';
import { SWAP_SCENES } from './scenes/swapScenes.js';
import { WALLET_CONNECT_SCENES } from './scenes/walletConnectScenes.js';

/** Every view of the modal in every state that looks different. Each file in scenes/ covers one part of the modal. */
export const SCENES: readonly Scene[] = [
  ...CONNECT_SCENES,
  ...WALLET_CONNECT_SCENES,
  ...ACCOUNT_SCENES,
  ...ONRAMP_SCENES,
  ...PAY_SCENES,
  ...SEND_SCENES,
  ...NAME_SCENES,
  ...SWAP_SCENES,
  ...EMAIL_SCENES,
  ...SOCIAL_SCENES,
  ...NETWORK_SCENES,
  ...SIGN_IN_SCENES,
];
