// One chunk, because the views share most of their parts.
export { SwitchActiveChainView } from './SwitchActiveChainView.js';
export { SwitchNetworkView } from './SwitchNetworkView.js';
export { UnsupportedChainView } from './UnsupportedChainView.js';
