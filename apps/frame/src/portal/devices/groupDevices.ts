import type { CallResponse, listInstallationsCall } from 'latchkit/protocol';

/** A device of the user: a browser on one site. */
export type Device = CallResponse<typeof listInstallationsCall>['installations'][number];

/** What the page shows as one: a device, and the older ones of the same browser on the same site. */
export interface ShownDevice {
  readonly device: Device;
  /** The newest first. */
  readonly earlier: readonly Device[];
}

/**
 * Groups devices, because a browser that deletes the wallet's data after each visit is a new device each time. The device that the
 * user looks from, and those that the page asks about, stay on their own.
 *
 * @param devices - The newest first.
 */
export function groupDevices(devices: readonly Device[]): readonly ShownDevice[] {
  const groups = new Map<string, Device[]>();
  for (const device of devices) {
    const { id, kind, hostOrigin, browser, isCurrent, isNew } = device;
    const name = JSON.stringify(isCurrent || isNew ? [id] : [kind, hostOrigin, browser]);
    groups.set(name, [...(groups.get(name) ?? []), device]);
  }
  return [...groups.values()].flatMap(([device, ...earlier]) => (device ? [{ device, earlier }] : []));
}
