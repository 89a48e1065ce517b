// One chunk, because both views are short and share their parts.
export { WhatIsANetworkView } from './WhatIsANetworkView.js';
export { WhatIsAWalletView } from './WhatIsAWalletView.js';
