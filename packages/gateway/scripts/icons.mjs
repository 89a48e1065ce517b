import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const resolve = createRequire(import.meta.url).resolve;

function pathOf(icon) {
  const [kind, name] = icon.split('/');
  return resolve(`@web3icons/core/svgs/${kind}/background/${name}.svg.js`);
}

/** Whether the icon package has a logo, for example `tokens/USDC`. */
export function hasIcon(icon) {
  try {
    pathOf(icon);
    return true;
  } catch {
    return false;
  }
}

/** Reads a logo of the icon package as SVG, on one line. */
export async function svgOf(icon) {
  const { default: svg } = await import(pathToFileURL(pathOf(icon)).href);
  return svg.replace(/\s+/g, ' ').replaceAll('> <', '><').replace(' class="web3icons"', '').trim();
}
