import type { ProjectConfigAnswer } from '../../protocol/gateway/projectConfig.js';
import { instanceSlot } from './Kernel.js';

/** Receives the relays of the project's configuration; set by WalletConnect where the page names none itself. */
export const projectRelays =
  /* @__PURE__ */ instanceSlot<(relays: NonNullable<ProjectConfigAnswer['relays']>) => void>('projectRelays');
