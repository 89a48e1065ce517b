import type { Settings } from './readSettings.js';

/** The origin of the gateway, for which accounts sign orders. In production it is undefined without `LATCHKIT_PUBLIC_URL`. */
export function gatewayOrigin({
  publicUrl,
  developmentMode,
  port,
}: Pick<Settings, 'publicUrl' | 'developmentMode' | 'port'>): string | undefined {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return developmentMode ? `http://localhost:${port}` : undefined;
}
