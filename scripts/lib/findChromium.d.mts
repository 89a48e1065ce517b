/** The Chromium of `$CHROMIUM`, else of the usual places, else undefined. Throws if `$CHROMIUM` names no program. */
export function locateChromium(env?: Record<string, string | undefined>): string | undefined;
