import type { Plugin } from 'vite';
import { ConfigError } from '../config/configError.ts';
import { type AnyResource, getInitialListParams } from '../config/resource.ts';
import { loadResources } from '../server/records/schema/loadResources.ts';
import type { ListParams } from '../wire/binding.ts';
import { API_ROOT, type Call, getCallUrl, type Role } from '../wire/call.ts';
import { getPageRoles } from '../wire/roles.ts';
import { importDeclaration } from './declarations.ts';

const CONFIGS = /src[\\/](resources[\\/]\w+|(pages|dashboards)[\\/]\w+\.page)\.ts$/;

/** Fails the build for an invalid config, or shows the error in the development browser. */
export function checkResourcesPlugin(): Plugin {
  return {
    name: 'portal:resources',
    // An error of `buildStart` would bring the stack of the bundler along.
    async configResolved() {
      await importDeclaration('src/roles.ts');
      await loadResources({ roles: getPageRoles() }).catch((cause: Error) => {
        throw cause instanceof ConfigError ? Object.assign(cause, { stack: cause.message }) : cause;
      });
    },
    async hotUpdate({ file, timestamp, server }) {
      if (!CONFIGS.test(file)) return undefined;
      try {
        await loadResources({ roles: getPageRoles() }, String(timestamp));
      } catch (cause) {
        server.ws.send({ type: 'error', err: { message: (cause as Error).message, stack: '' } });
        // A reload would remove the message.
        return [];
      }
      return undefined;
    },
  };
}

// Prefetches carry the session's token, so other hosts and public calls are excluded.
const isOurs = ({ host, roles, rawToken }: Call) => !host && roles !== 'public' && !rawToken;

/** Returns the address that the collections' provider asks for a page, as ra-data-simple-rest spells it. */
async function getCollectionAddress(name: string, { page, perPage, sort, filter }: ListParams): Promise<string> {
  const { default: simpleRest } = await import('ra-data-simple-rest');
  let address = '';
  const { getList } = simpleRest(`${API_ROOT}/collections`, async (url) => {
    address = url;
    return { status: 200, headers: new Headers({ 'content-range': '*/0' }), body: '', json: [] };
  });
  await getList(name, { pagination: { page, perPage }, sort, filter });
  return address;
}

/** Returns the first request of a list; undefined if it cannot be known before the list is drawn. */
async function getFirstRequest(resource: AnyResource, role: Role) {
  const { name, feature, table } = resource;
  const input = getInitialListParams(resource);
  if (!resource.api || table?.served) {
    // A tab may have an order of its own.
    if (resource.list.tabs?.some(({ sort, perPage }) => sort || perPage)) return undefined;
    const features = [...(feature ? [feature] : []), ...(table?.served ? ['servedTables'] : [])];
    return { name, address: await getCollectionAddress(name, input), features };
  }
  const binding = resource.api.list?.[role];
  if (!binding || binding.cursor || !isOurs(binding.call)) return undefined;
  const address = getCallUrl(binding.call, { params: binding.params?.(input), query: binding.query?.(input) });
  return { name, address, features: [feature, binding.call.feature].filter(Boolean) };
}

/** Defines the first request of each list, which the portal prefetches (frame/dataProvider/prefetchOpenedList.ts). */
export function firstRequests(): Plugin {
  const requestsOf = async (resources: readonly AnyResource[], role: Role) => {
    const requests: [path: string, request: object][] = [];
    for (const resource of resources) {
      const path = resource.roles[role]?.list;
      const request = path && (await getFirstRequest(resource, role));
      if (path && request) requests.push([path, request]);
    }
    return Object.fromEntries(requests);
  };
  return {
    name: 'portal:first-requests',
    async config() {
      await importDeclaration('src/roles.ts');
      // checkResourcesPlugin reports errors.
      const resources = await loadResources({ roles: getPageRoles() }).catch(() => []);
      const requests = await Promise.all(
        getPageRoles().names.map(async (role) => [role, await requestsOf(resources, role)]),
      );
      return { define: { FIRST_REQUESTS: JSON.stringify(Object.fromEntries(requests)) } };
    },
  };
}
