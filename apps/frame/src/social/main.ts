import { leaveForProvider } from './leaveForProvider.js';
import { sendSocialResult } from './sendSocialResult.js';

if (location.pathname.endsWith('/done')) void sendSocialResult(window);
else void leaveForProvider(window);
