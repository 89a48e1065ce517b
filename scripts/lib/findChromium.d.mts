/** Returns the Chromium of `$CHROMIUM`, else one in the usual places, else undefined. Throws if `$CHROMIUM` is not a program. */
export function locateChromium(env?: Record<string, string | undefined>): string | undefined;

/** Returns what the browser tests use: the Chromium of `$CHROMIUM`, else a headless shell, else `locateChromium`. */
export function locateTestChromium(env?: Record<string, string | undefined>): string | undefined;
