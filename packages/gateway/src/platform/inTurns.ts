/** Requests to a node at once: public nodes limit their rate. */
const PARALLEL = 8;

/** Maps items in order, so many at a time. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += PARALLEL) {
    results.push(...(await Promise.all(items.slice(index, index + PARALLEL).map(map))));
  }
  return results;
}
