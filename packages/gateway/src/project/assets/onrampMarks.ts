// Written by scripts/generateMarks.mjs from @web3icons/core (MIT, see NOTICE.md). Do not edit.

/** SVG marks of services that sell tokens, by id. */
export const onrampMarks: Readonly<Record<string, string>> = {
  coinbase:
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="#0052FF" d="M0 0h24v24H0z"/><path fill="#fff" d="M12.134 7.307c-2.6 0-4.393 1.997-4.394 4.708 0 2.681 1.822 4.678 4.424 4.678 1.883 0 3.378-1.192 3.916-2.92h3.767C19.159 17.497 16.05 20 12.165 20c-4.603 0-8.041-3.396-8.041-7.985C4.124 7.427 7.651 4 12.165 4c3.975 0 7.023 2.503 7.711 6.197H16.08c-.568-1.728-2.062-2.89-3.946-2.89"/></svg>',
};
