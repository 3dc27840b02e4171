import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Role } from 'portal-frame';
import type { Account } from 'portal-frame/server';
import { type Audience, getKnowingRoles, isWithinScope } from 'portal-frame/server/plugins';

type Json = Record<string, unknown>;
interface Operation extends Json {
  security?: readonly object[];
  'x-audience'?: Audience;
}
interface OpenApiDocument extends Json {
  paths?: Record<string, Record<string, Operation>>;
  components?: Json & { schemas?: Json };
}

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const MARKS = ['x-roles', 'x-audience'];

const mayCall = ({ security = [], 'x-audience': audience }: Operation, caller: Account | null): boolean => {
  if (audience ? audience.roles === 'public' : security.length === 0) return true;
  return caller !== null && (audience?.roles.includes(caller.role) ?? true) && isWithinScope(caller, audience?.access);
};

/** Copies a schema without the fields that the role does not know. */
function selectKnownFields(node: unknown, role: Role | undefined): unknown {
  if (Array.isArray(node)) return node.map((one) => selectKnownFields(one, role));
  if (!isObject(node)) return node;
  const copy: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (MARKS.includes(key)) continue;
    copy[key] =
      key === 'properties' && isObject(value) ? selectProperties(value, role) : selectKnownFields(value, role);
  }
  const { properties, required } = copy;
  if (isObject(properties) && Array.isArray(required)) copy.required = required.filter((name) => name in properties);
  return copy;
}

const selectProperties = (properties: Json, role: Role | undefined): Json =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const knowing = getKnowingRoles(schema as object);
      return knowing && !(role && knowing.includes(role)) ? [] : [[name, selectKnownFields(schema, role)]];
    }),
  );

/** Lists the names of the components that a part of a document refers to. */
const listReferences = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);

function selectComponents(used: unknown, schemas: Json): Json {
  const found: Json = {};
  const waiting = listReferences(used);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name in found) continue;
    found[name] = schemas[name];
    waiting.push(...listReferences(schemas[name]));
  }
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Copies the document with the operations that the caller may use and the fields that they may know. */
export function selectForCaller(document: OpenApiDocument, caller: Account | null): OpenApiDocument {
  const { paths = {}, components = {} } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) => {
    const open = Object.entries(methods).filter(([, operation]) => mayCall(operation, caller));
    return open.length > 0 ? [[path, selectKnownFields(Object.fromEntries(open), caller?.role)]] : [];
  });
  const schemas = selectKnownFields(components.schemas ?? {}, caller?.role) as Json;
  const used = Object.fromEntries(operations);
  return nameInputs({
    ...document,
    paths: used,
    components: { ...components, schemas: selectComponents(used, schemas) },
  });
}

/** Names a component as it is called, if it is only sent: the provider adds `Input` to its name. */
function nameInputs(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  const toName = (name: string) => {
    const short = name.replace(/Input$/, '');
    return short in schemas ? name : short;
  };
  const text = JSON.stringify([document.paths, Object.entries(schemas)]).replace(
    /("#\/components\/schemas\/)([^"]+)"/g,
    (_, place: string, name: string) => `${place}${toName(name)}"`,
  );
  const [paths, entries] = JSON.parse(text) as [NonNullable<OpenApiDocument['paths']>, [string, unknown][]];
  const named = Object.fromEntries(entries.map(([name, schema]) => [toName(name), schema]));
  return { ...document, paths, components: { ...document.components, schemas: named } };
}

const MAX_DOCUMENTS = 50;

/** Creates a function that returns the document of a request's caller. */
export function createDocumentSelection(): (document: object, request: FastifyRequest) => object {
  const selected = new LRUCache<string, OpenApiDocument>({ max: MAX_DOCUMENTS });
  return (document, request) => {
    // Routes of the page were registered before the decorator.
    const account = request.account ?? null;
    const key = JSON.stringify(account ? [account.role, account.key?.scope] : []);
    const found = selected.get(key) ?? selectForCaller(document as OpenApiDocument, account);
    selected.set(key, found);
    return found;
  };
}
