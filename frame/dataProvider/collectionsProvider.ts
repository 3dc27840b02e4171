import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import { hasEndpoint } from '../config/actions.ts';
import { findAbsentFields } from '../config/conditionalFields.ts';
import { TAB_FILTER } from '../config/listFilters.ts';
import { getResource, resources } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import { isChildren } from '../fields/fieldTypes.ts';
import { translate } from '../i18n/provider.ts';
import { hasFeature } from '../session/session.ts';
import { API_ROOT, UPLOAD_TIMEOUT } from '../wire/call.ts';
import { createFileNamer } from '../wire/fileNames.ts';
import { asObject } from '../wire/wireValues.ts';
import { getConnectionErrorText } from './connectionError.ts';
import { HOST } from './host.ts';
import {
  fetchFromHost,
  getRequestSession,
  type HostOptions,
  RequestError,
  toRequestError,
  withReauthentication,
} from './request.ts';

const ROOT = `${HOST}${API_ROOT}/collections`;
/** Largest page of a collection. Longer lists take several requests. */
const MAX_ROWS = 1000;

/** Adds file names to the file addresses of a record, if the host sent them. */
function nameFiles<T>(record: T): T {
  const { fileNames, ...values } = asObject(record);
  if (fileNames === undefined) return record;
  const named = createFileNamer(fileNames);
  const name = (one: unknown) => (typeof one === 'string' && one.startsWith('uploads/') ? named(one) : one);
  const entries = Object.entries(values).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.map(name) : name(value),
  ]);
  return Object.fromEntries(entries) as T;
}

/** Sends a request once. Turns every failure into a RequestError. An empty body counts as `{}`. */
async function attempt(url: string, options: HostOptions) {
  const session = getRequestSession();
  let json: ReturnType<typeof JSON.parse>;
  let reply: Response;
  let body: string;
  try {
    reply = await fetchFromHost(url, { ...options, authorization: session ? `Bearer ${session.token}` : undefined });
    body = await reply.text();
    // A proxy may answer 401 with a page instead of JSON.
    if (reply.status === 401 && !/^\s*\{/.test(body)) throw new RequestError(translate('errors.unauthorized'), 401);
    json = body === '' ? {} : JSON.parse(body);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    if (cause instanceof RequestError) throw cause;
    throw new RequestError(getConnectionErrorText('errors.tryAgain'), 0);
  }
  if (!reply.ok) throw toRequestError(json ?? {}, reply.status, options.method ? 'errors.tryAgain' : 'errors.load');
  return {
    status: reply.status,
    headers: reply.headers,
    body,
    json: Array.isArray(json) ? json.map(nameFiles) : nameFiles(json),
  };
}

/** httpClient of ra-data-simple-rest. Asks for reauthentication if the host requires it, then repeats the request. */
const client = (url: string, options: HostOptions = {}) => withReauthentication(() => attempt(url, options));

/** Uploads new files first and replaces them by their addresses, since collections take JSON. */
async function withUploads(name: string, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const form = new FormData();
  for (const [field, value] of Object.entries(values))
    for (const file of [value].flat()) if (file instanceof File) form.append(field, file);
  if ([...form.keys()].length === 0) return values;
  const { json } = await client(`${ROOT}/${name}/files`, { method: 'POST', body: form, timeout: UPLOAD_TIMEOUT });
  const sent = json as Record<string, string[]>;
  const placed = Object.entries(values).map(([field, value]) => {
    const addresses = [...(sent[field] ?? [])];
    const place = (one: unknown) => (one instanceof File ? addresses.shift() : one);
    return [field, Array.isArray(value) ? value.map(place) : place(value)];
  });
  return Object.fromEntries(placed);
}

const post = (url: string, body: unknown, method = 'POST') => client(url, { method, body: JSON.stringify(body) });
/** Adds the field that answers the question of a hook. */
const withAnswer = <V extends object>(values: V, meta: { answer?: string } = {}): V =>
  meta.answer ? { ...values, [meta.answer]: true } : values;
const getActionName = (meta: unknown) => (meta as { action?: string } | undefined)?.action;
const toAddress = (...parts: (string | number)[]) => [ROOT, ...parts.map(encodeURIComponent)].join('/');
const toData = async (reply: ReturnType<typeof client>) => ({ data: (await reply).json });

/** Like `client`, but sends searches by POST if the host offers it. Logs contain URLs, and so would show the search. */
function search(url: string, options: HostOptions = {}) {
  const [path = '', text] = url.split('?');
  const query = Object.fromEntries(new URLSearchParams(text));
  const searches = 'where' in query || 'q' in asObject(JSON.parse(query.filter ?? '{}'));
  if ((options.method ?? 'GET') !== 'GET' || !searches || !hasFeature('searchByPost')) return client(url, options);
  return client(`${path}/find`, { ...options, method: 'POST', body: JSON.stringify(query) });
}

type SimpleProvider = Pick<DataProvider, 'getList'>;

/** Fetches a list. More than MAX_ROWS records take several requests. */
async function fetchList({ getList }: SimpleProvider, name: string, params: GetListParams) {
  const { page = 1, perPage = 0 } = params.pagination ?? {};
  const pagination = { page, perPage: Math.min(perPage || MAX_ROWS, MAX_ROWS) };
  const list = await getList(name, { ...params, pagination });
  const { total = 0 } = list;
  for (let next = 2; perPage > MAX_ROWS && list.data.length < Math.min(total, perPage); next++) {
    const { data } = await getList(name, { ...params, pagination: { page: next, perPage: MAX_ROWS } });
    if (data.length === 0) break;
    list.data.push(...data);
  }
  return { ...list, meta: { totalPages: Math.max(1, Math.ceil(total / pagination.perPage)) } };
}

interface RouteParams {
  path: string[];
  query?: Record<string, string>;
  method?: string;
  body?: object;
  signal?: AbortSignal;
}

const extraMethods = {
  /** Calls another route of a collection, such as one that a plug-in adds. With a body, the method is POST by default. */
  callRoute(name: string, { path, query, body, ...options }: RouteParams) {
    const address = toAddress(name, ...path) + (query ? `?${new URLSearchParams(query)}` : '');
    return toData(body ? post(address, body, options.method) : client(address, options));
  },
};

/** Creates ra-data-simple-rest with uploads, child rows, actions and the method above. */
function createProvider(): DataProvider {
  const simple = simpleRest(ROOT, search);
  return {
    ...simple,
    ...extraMethods,
    getList(name, params) {
      const { where, ...filter } = params.filter ?? {};
      const tab = getResource(name).list.tabs?.find((one) => one.where && one.name === filter[TAB_FILTER]);
      if (tab) delete filter[TAB_FILTER];
      const wheres = [tab?.where, where].filter((one) => one !== undefined);
      // A route is another list of the collection, such as one that a plug-in adds.
      const { all: isExport, route } = (params.meta ?? {}) as { all?: boolean; route?: string };
      const path = route ? `${name}/${route}` : name;
      const more = {
        // Exports are marked for the activity log.
        ...(isExport && { export: '1' }),
        ...(wheres.length > 0 && { where: JSON.stringify(wheres.length > 1 ? { and: wheres } : wheres[0]) }),
      };
      if (Object.keys(more).length === 0) return fetchList(simple, path, params);
      const own = simpleRest(ROOT, (url, options) => search(`${url}&${new URLSearchParams(more)}`, options));
      return fetchList(own, path, { ...params, filter });
    },
    async create(name, params) {
      const values = withAnswer(params.data, params.meta);
      const data = await withUploads(name, encodeChildRows(getResource(name), values));
      return simple.create(name, { ...params, data });
    },
    async update(name, { previousData, ...params }) {
      // The version prevents overwriting somebody else's change.
      const version = (previousData as RaRecord | undefined)?.version;
      const values = await withUploads(
        name,
        encodeChildRows(getResource(name), withAnswer(params.data, params.meta), previousData),
      );
      const data = version === undefined ? values : { version, ...values };
      const action = getActionName(params.meta);
      if (!action || !hasEndpoint(getResource(name), action))
        return simple.update(name, { ...params, previousData, data });
      return toData(post(toAddress(name, params.id, action), data));
    },
    async updateMany(name, params) {
      const action = getActionName(params.meta);
      if (!action) return simple.updateMany(name, params);
      const { records = [] } = params.meta as { records?: readonly RaRecord[] };
      const known = hasFeature('actionVersions') ? records.filter(({ version }) => version !== undefined) : [];
      const versions = Object.fromEntries(known.map(({ id, version }) => [id, version]));
      const values = withAnswer(params.data, params.meta);
      const sent = { ids: params.ids, values, ...(known.length > 0 && { versions }) };
      await post(toAddress(name, 'many', action), sent);
      return { data: params.ids };
    },
    async delete(name, params) {
      const { data } = await simple.delete(name, params);
      return { data: { ...params.previousData, ...data, id: params.id } };
    },
    async deleteMany(name, params) {
      await simple.deleteMany(name, params);
      return { data: params.ids };
    },
  };
}

/** Provider of resources without an `api`. */
export const collectionsProvider = createProvider();

type Values = Record<string, unknown>;

const plain = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value);

/** Returns, in order, new rows whole, changed rows with changed values and other rows as ids; then removed rows. */
function toSend(rows: readonly Values[], before: readonly Values[]): Values[] {
  const earlier = new Map(before.map((row) => [row.id, row]));
  const kept = new Set(rows.map(({ id }) => id));
  const sent = rows.map((row): Values => {
    const was = earlier.get(row.id);
    if (!was) return row;
    const changed = Object.entries(row).filter(([name, value]) => plain(value) !== plain(was[name]));
    if (changed.length === 0) return { id: row.id };
    return { ...Object.fromEntries(changed), id: row.id, version: was.version };
  });
  const gone = before.filter(({ id }) => !kept.has(id));
  return [...sent, ...gone.map(({ id, version }) => ({ id, version, removed: true }))];
}

/** Removes the values of fields whose `when` is false for the row. */
function dropAbsent(resource: string, row: Values): Values {
  const absent = findAbsentFields(resources.find(({ name }) => name === resource)?.fields ?? {}, row);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !absent.has(name)));
}

function encodeChildRows({ fields }: AnyResource, values: Values, before: Values = {}): Values {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = fields[name];
    if (!isChildren(field) || !Array.isArray(value)) return [name, value];
    const rows = (value as Values[]).map((row) => dropAbsent(field.resource, row));
    return [name, toSend(rows, (before[name] ?? []) as Values[])];
  });
  return Object.fromEntries(entries);
}
