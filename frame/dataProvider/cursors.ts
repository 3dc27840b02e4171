import type { AnyRecord, ListParams, Page } from '../wire/binding.ts';
import { RequestError } from './request.ts';

/** Maximum requests to reach a page without a known cursor. */
const MOST_STEPS = 100;
/** Maximum number of lists with remembered cursors. */
const MOST_LISTS = 50;
/** Status codes of a host for an expired cursor. */
const GONE = [400, 404, 409, 410, 422];

/** Cursor of each page, by list and order. The first page has none. */
const starts = new Map<string, (string | undefined)[]>();

function startsOf({ name, perPage, sort, filter, all, view }: ListParams & { name: string }): (string | undefined)[] {
  const key = JSON.stringify([name, perPage, sort, filter, all, view]);
  const cursors = starts.get(key) ?? [undefined];
  starts.delete(key);
  starts.set(key, cursors);
  const [oldest] = starts.keys();
  if (starts.size > MOST_LISTS && oldest !== undefined) starts.delete(oldest);
  return cursors;
}

type Ask = (params: ListParams) => Promise<Page<AnyRecord>>;

async function walk(cursors: (string | undefined)[], params: ListParams, ask: Ask): Promise<Page<AnyRecord>> {
  const from = Math.min(params.page, cursors.length);
  for (let page = from; page - from <= MOST_STEPS; page++) {
    const cursor = cursors[page - 1];
    const reply = await ask({ ...params, page, ...(cursor !== undefined && { cursor }) });
    const { next } = reply;
    // The pages after it have moved.
    if (cursors[page] !== next) cursors.length = page;
    if (next) cursors[page] = next;
    if (page === params.page) return { ...reply, hasNext: Boolean(next) };
    if (!next) break;
  }
  return { records: [], hasNext: false };
}

/** Fetches a page of a list with cursors, starting at the nearest known one. */
export async function fetchPageByCursor(name: string, params: ListParams, ask: Ask): Promise<Page<AnyRecord>> {
  const cursors = startsOf({ name, ...params });
  const remembered = Math.min(params.page, cursors.length) > 1;
  try {
    return await walk(cursors, params, ask);
  } catch (cause) {
    if (!remembered || !(cause instanceof RequestError) || !GONE.includes(cause.code)) throw cause;
    cursors.length = 1;
    return walk(cursors, params, ask);
  }
}
