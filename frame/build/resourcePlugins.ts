import type { Plugin } from 'vite';
import { type AnyResource, getInitialListParams } from '../config/resource.ts';
import { loadResources } from '../server/records/schema/loadResources.ts';
import { type Call, getCallUrl, ROLES, type Role } from '../wire/call.ts';
import { importDeclarations } from './declarations.ts';

const CONFIGS = /src[\\/](resources[\\/]\w+|(pages|dashboards)[\\/]\w+\.page)\.ts$/;

/** Fails the build for an invalid config, or shows the error in the development browser. */
export function checkResourcesPlugin(): Plugin {
  return {
    name: 'portal:resources',
    async buildStart() {
      await importDeclarations('src/roles.ts');
      await loadResources().catch((cause: Error) => this.error(cause.message));
    },
    async hotUpdate({ file, timestamp, server }) {
      if (!CONFIGS.test(file)) return undefined;
      try {
        await loadResources(String(timestamp));
      } catch (cause) {
        server.ws.send({ type: 'error', err: { message: (cause as Error).message, stack: '' } });
        // A reload would remove the message.
        return [];
      }
      return undefined;
    },
  };
}

/** Defines the first request of each list, which the portal prefetches (frame/dataProvider/prefetchOpenedList.ts). */
export function firstRequests(): Plugin {
  // Prefetches carry the session's token, so other hosts and public calls are excluded.
  const isOurs = ({ host, roles, rawToken }: Call) => !host && roles !== 'public' && !rawToken;
  const featuresOf = (resource: AnyResource, call: Call) => [resource.feature, call.feature].filter(Boolean);
  const requestsOf = (resources: readonly AnyResource[], role: Role) =>
    resources.flatMap((resource) => {
      const path = resource.roles[role]?.list;
      const binding = resource.api?.list?.[role];
      const input = getInitialListParams(resource);
      if (!path || !binding || binding.cursor || !isOurs(binding.call)) return [];
      const address = getCallUrl(binding.call, { params: binding.params?.(input), query: binding.query?.(input) });
      return [[path, { name: resource.name, address, features: featuresOf(resource, binding.call) }]];
    });
  return {
    name: 'portal:first-requests',
    async config() {
      await importDeclarations('src/roles.ts');
      // checkResourcesPlugin reports errors.
      const resources = await loadResources().catch(() => []);
      const requests = ROLES.map((role) => [role, Object.fromEntries(requestsOf(resources, role))]);
      return { define: { FIRST_REQUESTS: JSON.stringify(Object.fromEntries(requests)) } };
    },
  };
}
