import { pubSubConformance } from '../testing/pubSubConformance.js';
import { memoryPubSub } from './memoryPubSub.js';

pubSubConformance('memoryPubSub', async () => memoryPubSub(), { shared: false });
