import type { JsonWebKey } from 'node:crypto';
import type { FrameManifest } from '../../packages/latchkit/src/protocol/frame/frameManifest.js';

interface FrameKey {
  readonly jwk: JsonWebKey;
  readonly isDevelopment: boolean;
}

export const MANIFEST: string;
export const OFFLINE_TOOL: string;
export function signFrame(folder: string, key: FrameKey): void;
export function readManifest(folder: string): FrameManifest;
export function signManifest(manifest: FrameManifest, jwk: JsonWebKey): object;
export function createFrameKey(): { readonly jwk: JsonWebKey; readonly publicKey: string };
export function publicFrameKey(jwk: JsonWebKey): string;
export function developmentFrameKey(): FrameKey;
