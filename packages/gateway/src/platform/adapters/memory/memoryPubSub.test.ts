import { pubSubConformance } from '../../../../test/conformance/pubSubConformance.js';
import { memoryPubSub } from './memoryPubSub.js';

pubSubConformance('memoryPubSub', async () => memoryPubSub(), { shared: false });
