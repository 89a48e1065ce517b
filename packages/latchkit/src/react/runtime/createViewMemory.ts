/** What a view restores when Back returns to it. */
export interface ViewMemory {
  /** Stores the control that led away, by its `data-return`, and the body's scroll position. */
  leave(depth: number, place: { readonly control: string | undefined; readonly scroll: number }): void;
  place(depth: number): { readonly control: string | undefined; readonly scroll: number } | undefined;
  /** Returns stored state, such as typed text. */
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  /** Deletes everything stored from a depth on, because those views were left. */
  forgetFrom(depth: number): void;
}

export function createViewMemory(): ViewMemory {
  const places = new Map<number, { control: string | undefined; scroll: number }>();
  const values = new Map<string, unknown>();
  return {
    leave: (depth, place) => places.set(depth, place),
    place: depth => places.get(depth),
    read: key => values.get(key),
    write: (key, value) => values.set(key, value),
    forgetFrom: depth => {
      for (const key of places.keys()) if (key >= depth) places.delete(key);
      for (const key of values.keys()) if (Number.parseInt(key, 10) >= depth) values.delete(key);
    },
  };
}
