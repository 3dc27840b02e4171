const PAGE_SIZE = 1000;

/** Reads rows page by page. `read` finds up to `size` rows after the id `last`, in order. */
export async function* pagesById<R extends { id?: unknown }>(
  read: (last: string, size: number) => Promise<R[]>,
  size = PAGE_SIZE,
): AsyncGenerator<R[]> {
  for (let last = ''; ; ) {
    const rows = await read(last, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = String(rows.at(-1)?.id);
  }
}
