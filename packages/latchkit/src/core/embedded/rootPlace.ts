import type { Latchkit } from '../Latchkit.js';
import { rootElement } from './rootElement.js';

/**
 * The instance's element, in the page: where the host places the modal it waits for that place, else it is put last into the
 * body.
 */
export async function rootPlace(kit: Latchkit): Promise<HTMLElement> {
  const { kernel, options } = kit;
  const root = rootElement(kit);
  if (root.isConnected) return root;
  const isPlaced = options.append === false || options.embedded === true;
  const place = isPlaced ? await placeOf(kit) : document.body;
  // The modal may have opened meanwhile.
  if (!root.isConnected && !kernel.signal.aborted) place.append(root);
  return root;
}

function placeOf({ kernel }: Latchkit): Promise<HTMLElement> {
  return new Promise(resolve => {
    const look = () => {
      if (kernel.place) resolve(kernel.place);
      return kernel.place !== undefined;
    };
    if (!look()) kernel.onPlace = look;
  });
}
