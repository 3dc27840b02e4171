import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import { getResource } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import { translate } from '../i18n/provider.ts';
import { currentRole, hasFeature, isOffered } from '../session/session.ts';
import type {
  AnyRecord,
  Binding,
  Change,
  ChangeBinding,
  ListBinding,
  ListParams,
  ManyBinding,
  ManyChange,
  OneBinding,
  Page,
  SearchBinding,
} from '../wire/binding.ts';
import type { PerRole } from '../wire/roles.ts';
import { asObject, asText } from '../wire/wireValues.ts';
import { collectionsProvider } from './collectionsProvider.ts';
import { queryInBrowser } from './queryInBrowser.ts';
import { readsCollection } from './readsCollection.ts';
import { getRequestSession, RequestError, request } from './request.ts';

/** Maximum pages to search for a record. */
const MAX_PAGES = 50;

/** List parameters of the page on which a record was last seen. */
const lastSeen = new Map<string, ListParams>();

/** Throws: 401 without a session, else 403, because the config gives the role no such call. */
const refuse = (): never => {
  if (!getRequestSession()) throw new RequestError(translate('errors.unauthorized'), 401);
  throw new RequestError(translate('server.forbidden'), 403);
};

/** Sends the call of a binding and reads its reply. Without a binding the role may not do it. */
async function run<I, O>(
  binding: (Binding<I, O> & Pick<ChangeBinding, 'confirm'>) | undefined,
  input: I,
  { signal, confirmed, reason }: Pick<ChangeMeta, 'confirmed' | 'reason'> & { signal?: AbortSignal | undefined } = {},
): Promise<O> {
  if (!binding) return refuse();
  const body = binding.body?.(input);
  const data = await request(binding.call, {
    params: binding.params?.(input) ?? { id: asText(asObject(input).id) },
    query: binding.query?.(input),
    body: confirmed
      ? { ...body, ...binding.confirm?.body, ...(reason && { [binding.confirm?.reason ?? '']: reason }) }
      : body,
    signal,
  }).catch((cause: unknown) => {
    throw cause instanceof RequestError ? cause.applyBinding(binding) : cause;
  });
  return binding.read ? binding.read(data, input) : (null as O);
}

/** Fetches a page of a list, and remembers the page of each record for `findRecord`. */
async function list(resource: AnyResource, params: ListParams, signal?: AbortSignal): Promise<Page<AnyRecord>> {
  const binding = getBinding(resource, 'list');
  const ask = (asked: ListParams) => run(binding, asked, { signal });
  const page = await (binding?.cursor
    ? (await import('./cursors.ts')).fetchPageByCursor(resource.name, params, ask)
    : ask(params));
  for (const { id } of page.records) lastSeen.set(`${resource.name}/${id}`, params);
  return binding?.unpaged ? queryInBrowser(resource, page.records, params) : page;
}

const hasNextPage = ({ hasNext, totalPages = 1 }: Page<AnyRecord>, page: number) => hasNext ?? page < totalPages;

const toListParams = ({ pagination, sort, filter }: GetListParams): ListParams => ({
  page: pagination?.page ?? 1,
  perPage: pagination?.perPage ?? 0,
  sort: { field: sort?.field ?? 'id', order: sort?.order ?? 'ASC' },
  filter: filter ?? {},
});

interface Bindings {
  list: ListBinding;
  one: OneBinding;
  many: ManyBinding;
  search: SearchBinding;
  deleteMany: Binding<ManyChange>;
}

function getBinding<K extends keyof Bindings>({ api }: AnyResource, part: K): Bindings[K] | undefined {
  const role = currentRole();
  const calls: { readonly [P in keyof Bindings]?: PerRole<Bindings[P]> } = api ?? {};
  return role ? calls[part]?.[role] : undefined;
}

/** True if the list call can find a single record by id. */
function findsById(resource: AnyResource): boolean {
  const binding = getBinding(resource, 'list');
  const feature = binding?.call.parameterFeatures?.id;
  return binding?.unpaged === true || (feature !== undefined && hasFeature(feature));
}

/** Finds a record: by its own call, on the page where it was last seen, by id, then page by page. */
async function findRecord(resource: AnyResource, id: string, signal?: AbortSignal): Promise<AnyRecord> {
  const own = getBinding(resource, 'one');
  if (own) {
    const record = await run(own, { id }, { signal });
    if (record) return record;
    throw new RequestError(translate('server.notFound'), 404);
  }
  const sort = resource.list.sort ?? { field: 'id', order: 'ASC' as const };
  const origin = lastSeen.get(`${resource.name}/${id}`);
  const start: ListParams = { page: 1, perPage: 0, sort, filter: {} };
  const tries = [...(origin ? [origin] : []), ...(findsById(resource) ? [{ ...start, filter: { id } }] : [])];
  for (const params of tries) {
    const found = (await list(resource, params, signal)).records.find((record) => record.id === id);
    if (found) return found;
  }
  const [found] = await searchPages(resource, [id], start, signal);
  if (found) return found;
  throw new RequestError(translate('server.notFound'), 404);
}

/** Finds records by id, page by page from the first. Ignores the page in `start`. */
async function searchPages(
  resource: AnyResource,
  ids: readonly string[],
  start: ListParams,
  signal?: AbortSignal,
): Promise<AnyRecord[]> {
  const found: AnyRecord[] = [];
  for (let page = 1, more = true; more && page <= MAX_PAGES && found.length < ids.length; page++) {
    const reply = await list(resource, { ...start, page }, signal);
    found.push(...reply.records.filter(({ id }) => ids.includes(id)));
    more = hasNextPage(reply, page);
  }
  return found;
}

/** Collects all pages of a list, at most `params.perPage` records. */
async function fetchAllPages(
  resource: AnyResource,
  params: ListParams,
  scope: Pick<ListParams, 'all' | 'view'>,
  signal?: AbortSignal,
): Promise<AnyRecord[]> {
  const most = params.perPage;
  const found: AnyRecord[] = [];
  for (let page = 1, more = true; more && found.length < most; page++) {
    const reply = await list(resource, { ...params, ...scope, page }, signal);
    found.push(...reply.records);
    more = reply.records.length > 0 && hasNextPage(reply, page);
  }
  return found.slice(0, most);
}

/** Returns the binding of the named action, or of the operation itself. */
function getChangeBinding(
  resource: AnyResource,
  operation: 'create' | 'edit' | 'delete',
  action?: string,
): ChangeBinding | undefined {
  const role = currentRole();
  if (!role) return undefined;
  return action ? resource.api?.actions?.[action]?.[role] : resource.api?.[operation]?.[role];
}

/** Meta of react-admin's mutations. */
interface ChangeMeta {
  action?: string;
  confirmed?: boolean | undefined;
  /** Why the person confirmed. */
  reason?: string | undefined;
}

/** Makes a change and returns the record: as the host replied, else the known one with the sent values. */
async function change(
  resource: AnyResource,
  operation: 'create' | 'edit' | 'delete',
  input: Change,
  { action, ...confirmation }: ChangeMeta = {},
): Promise<AnyRecord> {
  const binding = getChangeBinding(resource, operation, action);
  const changed = await run(binding, input, confirmation);
  if (!changed && binding?.replies) throw new RequestError(translate('errors.unexpected'), 0);
  return changed ?? { ...input.record, ...input.values, id: input.id };
}

const toResult = (data: unknown, more: object = {}) => ({ data, ...more }) as never;

/** Data provider of resources with an `api`. */
const wireProvider: DataProvider = {
  async getList(name, params) {
    const scope = (params.meta ?? {}) as Pick<ListParams, 'all' | 'view'>;
    const resource = getResource(name);
    const search = getBinding(resource, 'search');
    const text = params.filter?.q;
    if (search && text) {
      const found = await run(search, { text: String(text) }, { signal: params.signal });
      return toResult(found, { total: found.length });
    }
    if (scope.all || scope.view)
      return toResult(await fetchAllPages(resource, toListParams(params), scope, params.signal));
    const reply = await list(resource, toListParams(params), params.signal);
    const { records, total, totalPages, hasNext } = reply;
    const page = params.pagination?.page ?? 1;
    return toResult(records, {
      total,
      pageInfo: { hasNextPage: hasNextPage(reply, page), hasPreviousPage: page > 1 },
      // A missing number counts as 1 (spec 9), unless the host sent `hasNext`.
      meta: { totalPages: totalPages ?? (hasNext === undefined ? 1 : undefined) },
    });
  },
  async getOne(name, { id, signal }) {
    return toResult(await findRecord(getResource(name), String(id), signal));
  },
  async getMany(name, { ids: requested, signal }) {
    const resource = getResource(name);
    const ids = requested.map(String);
    const many = getBinding(resource, 'many');
    if (many) return toResult(await run(many, { ids }, { signal }));
    // Unpaged lists contain every record, so one request is enough for them.
    if (getBinding(resource, 'one') || (!getBinding(resource, 'list')?.unpaged && findsById(resource))) {
      const found = await Promise.allSettled(ids.map((id) => findRecord(resource, id, signal)));
      return toResult(found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
    }
    const sort = { field: 'id', order: 'ASC' as const };
    return toResult(await searchPages(resource, ids, { page: 1, perPage: 0, sort, filter: {} }, signal));
  },
  async getManyReference(name, { target, id, ...params }) {
    return wireProvider.getList(name, { ...params, filter: { ...params.filter, [target]: id } });
  },
  async create(name, { data, meta }) {
    return toResult(await change(getResource(name), 'create', { id: '', values: data }, meta));
  },
  async update(name, { id, data, previousData, meta }) {
    const input = { id: String(id), values: data, record: previousData as AnyRecord };
    return toResult(await change(getResource(name), 'edit', input, meta));
  },
  async updateMany(name, { ids, data, meta = {} }) {
    const role = currentRole();
    const { action, records = [], ...confirmation } = meta as ChangeMeta & { records?: readonly AnyRecord[] };
    const { api } = getResource(name);
    if (role && !action && api?.editMany?.[role]) {
      await run(api.editMany[role], { ids: ids.map(String), values: data, records });
      return { data: ids };
    }
    const many = role && action ? api?.actions?.[action]?.[role]?.many : undefined;
    if (many) {
      const report = await run(many, { ids: ids.map(String), values: data, records }, confirmation);
      // Not part of react-admin: the result for each record.
      return toResult(ids, { report });
    }
    for (const id of ids) await wireProvider.update(name, { id, data, previousData: { id }, meta });
    return { data: ids };
  },
  async delete(name, { id, previousData }) {
    const input = { id: String(id), values: {}, record: previousData as AnyRecord };
    return toResult(await change(getResource(name), 'delete', input));
  },
  async deleteMany(name, { ids }) {
    const many = getBinding(getResource(name), 'deleteMany');
    if (many) {
      await run(many, { ids: ids.map(String), values: {}, records: [] });
      return { data: ids };
    }
    for (const id of ids) await wireProvider.delete<RaRecord>(name, { id, previousData: { id } });
    return { data: ids };
  },
  /** Returns the additional values for a duplicate of a record, or null. */
  async getDuplicateValues(name: string, id: string) {
    const role = currentRole();
    const binding = role ? getResource(name).api?.duplicate?.[role] : undefined;
    return isOffered(binding?.call) && binding ? run(binding, { id }) : null;
  },
  /** Deletes all records of the person (Delete All in notifications). */
  async deleteAll(name: string) {
    const role = currentRole();
    await run(role ? getResource(name).api?.deleteAll?.[role] : undefined, { id: '', values: {} });
    return { data: null };
  },
  // Plug-ins add routes to tables of calls, too.
  callRoute: async (name: string, params: unknown) => collectionsProvider.callRoute(name, params),
};

const READS = ['getList', 'getOne', 'getMany', 'getManyReference'];

/** Sends resources with an `api` to their calls, and the others, and reads of served tables, to the collections. */
export const dataProvider = new Proxy(wireProvider, {
  get: (target, method: string) => {
    const own = target[method];
    if (typeof own !== 'function') return own;
    return async (name: string, params: unknown) =>
      (READS.includes(method) ? readsCollection(getResource(name)) : !getResource(name).api)
        ? collectionsProvider[method](name, params)
        : own(name, params);
  },
});
