import type { DataProvider, Identifier } from 'ra-core';
import { HttpError } from 'ra-core';

const root = '/api/v1/collections';

async function send(path: string, init: RequestInit = {}) {
  const token = localStorage.getItem('userAuthToken');
  const reply = await fetch(root + path, {
    ...init,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  });
  const json = await reply.json().catch(() => null);
  if (!reply.ok) throw new HttpError(json?.message ?? reply.statusText, reply.status, json?.data);
  return { json, range: reply.headers.get('content-range') ?? '' };
}

const listOf = async (name: string, sort: unknown, range: [number, number] | undefined, filter: unknown) => {
  const query = new URLSearchParams({ sort: JSON.stringify(sort), filter: JSON.stringify(filter) });
  if (range) query.set('range', JSON.stringify(range));
  const reply = await send(`/${name}?${query}`);
  return { data: reply.json, total: Number(reply.range.split('/').pop()) };
};
const one = (name: string, id: Identifier) => `/${name}/${encodeURIComponent(id)}`;

/** Hand-written data provider of the same resource. */
export const dataProvider: DataProvider = {
  getList: (name, { pagination, sort, filter }) => {
    const { page = 1, perPage = 10 } = pagination ?? {};
    return listOf(name, [sort?.field, sort?.order], [(page - 1) * perPage, page * perPage - 1], filter);
  },
  getOne: async (name, { id }) => ({ data: (await send(one(name, id))).json }),
  getMany: async (name, { ids }) => ({ data: (await listOf(name, ['id', 'ASC'], undefined, { id: ids })).data }),
  getManyReference: (name, { target, id, pagination: { page, perPage }, sort, filter }) =>
    listOf(name, [sort.field, sort.order], [(page - 1) * perPage, page * perPage - 1], { ...filter, [target]: id }),
  create: async (name, { data }) => ({
    data: (await send(`/${name}`, { method: 'POST', body: JSON.stringify(data) })).json,
  }),
  update: async (name, { id, data, previousData }) => ({
    data: (
      await send(one(name, id), {
        method: 'PUT',
        body: JSON.stringify({ version: previousData.version, ...data }),
      })
    ).json,
  }),
  updateMany: async (name, { ids, data }) => {
    await Promise.all(ids.map((id) => send(one(name, id), { method: 'PUT', body: JSON.stringify(data) })));
    return { data: ids };
  },
  delete: async (name, { id }) => ({ data: (await send(one(name, id), { method: 'DELETE' })).json }),
  deleteMany: async (name, { ids }) => {
    await Promise.all(ids.map((id) => send(one(name, id), { method: 'DELETE' })));
    return { data: ids };
  },
};
