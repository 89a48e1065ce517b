import { about } from './about.js';
import { account } from './account.js';
import { activity } from './activity.js';
import { connecting } from './connecting.js';
import { directory } from './directory.js';
import { names } from './names.js';
import { network } from './network.js';
import { profile } from './profile.js';
import { receive } from './receive.js';
import { send } from './send.js';
import { signIn } from './signIn.js';
import { walletConnect } from './walletConnect.js';

/** Texts of the views that load later. */
export const views = {
  ...about,
  ...account,
  ...activity,
  ...connecting,
  ...directory,
  ...names,
  ...network,
  ...profile,
  ...receive,
  ...send,
  ...signIn,
  ...walletConnect,
};
