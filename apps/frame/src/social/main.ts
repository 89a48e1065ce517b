import { leaveForProvider } from './leaveForProvider.js';
import { reportResult } from './reportResult.js';

if (location.pathname.endsWith('/done')) reportResult(window);
else void leaveForProvider(window);
