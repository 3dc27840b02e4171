import type { AnyRecord, ListParams, Page } from '../wire/binding.ts';
import { RequestError } from './request.ts';

/** Maximum requests to reach a page without a known cursor. */
const MAX_STEPS = 100;
/** Maximum number of lists with remembered cursors. */
const MAX_LISTS = 50;
/** Status codes of a host for an expired cursor. */
const GONE = [400, 404, 409, 410, 422];

/** Cursor of each page, by list and order. The first page has none. */
const cursorsByList = new Map<string, (string | undefined)[]>();

/** Returns the remembered cursors of a list's pages, the first undefined. Forgets the list used longest ago. */
function getCursors({ name, perPage, sort, filter, all, view }: ListParams & { name: string }): (string | undefined)[] {
  const key = JSON.stringify([name, perPage, sort, filter, all, view]);
  const cursors = cursorsByList.get(key) ?? [undefined];
  cursorsByList.delete(key);
  cursorsByList.set(key, cursors);
  const [oldest] = cursorsByList.keys();
  if (cursorsByList.size > MAX_LISTS && oldest !== undefined) cursorsByList.delete(oldest);
  return cursors;
}

type Ask = (params: ListParams) => Promise<Page<AnyRecord>>;

/** Requests pages from the nearest one with a known cursor up to the wanted one. Beyond the last page it is empty. */
async function walkTo(cursors: (string | undefined)[], params: ListParams, ask: Ask): Promise<Page<AnyRecord>> {
  const from = Math.min(params.page, cursors.length);
  for (let page = from; page - from <= MAX_STEPS; page++) {
    const cursor = cursors[page - 1];
    const reply = await ask({ ...params, page, ...(cursor !== undefined && { cursor }) });
    const { next } = reply;
    // The later cursors are outdated.
    if (cursors[page] !== next) cursors.length = page;
    if (next) cursors[page] = next;
    if (page === params.page) return { ...reply, hasNext: Boolean(next) };
    if (!next) break;
  }
  return { records: [], hasNext: false };
}

/** Fetches a page of a list with cursors. If the host no longer knows a remembered cursor, starts at the first page. */
export async function fetchPageByCursor(name: string, params: ListParams, ask: Ask): Promise<Page<AnyRecord>> {
  const cursors = getCursors({ name, ...params });
  const remembered = Math.min(params.page, cursors.length) > 1;
  try {
    return await walkTo(cursors, params, ask);
  } catch (cause) {
    if (!remembered || !(cause instanceof RequestError) || !GONE.includes(cause.code)) throw cause;
    cursors.length = 1;
    return walkTo(cursors, params, ask);
  }
}
