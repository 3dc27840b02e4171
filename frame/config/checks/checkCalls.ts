import { type ForeignHost, METHODS } from '../../wire/call.ts';
import type { ResourceApi } from '../../wire/resourceApi.ts';
import type { Roles } from '../../wire/roles.ts';
import { listCalls } from '../app/hosts.ts';
import type { ErrorReporter } from '../configError.ts';
import type { AnyResource } from '../resource.ts';

const PARTS: readonly (keyof ResourceApi)[] = [
  'host',
  'list',
  'one',
  'many',
  'search',
  'create',
  'edit',
  'delete',
  'editMany',
  'deleteMany',
  'deleteAll',
  'duplicate',
  'actions',
  'counts',
  'hints',
  'conflicts',
];
/** Parts with a further name before the role. */
const NAMED: readonly string[] = ['actions', 'hints'];
const NEAR = ['127.0.0.1', 'localhost', '[::1]'];

/** True for an https origin, or an http origin on this machine. */
function isOrigin(value: unknown): boolean {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  // The content security policy would read a star as a wildcard.
  if (!url || url.origin !== value || url.hostname.includes('*')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && NEAR.includes(url.hostname));
}

function checkHost(key: string, host: ForeignHost, report: ErrorReporter): void {
  const { origin, headers = {}, authorization } = host ?? {};
  if (!isOrigin(origin))
    report(`${key}.origin`, origin, 'an origin such as https://stock.example.com; http only on this machine');
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers({ [name]: value });
    } catch {
      report(`${key}.headers.${name}`, value, 'a header that can be sent');
    }
  }
  if (authorization !== undefined && typeof authorization !== 'function')
    report(`${key}.authorization`, authorization, 'a function that gives the value of the header');
  const allowed = ['origin', 'headers', 'authorization'];
  for (const name of Object.keys(host ?? {}))
    if (!allowed.includes(name)) report(`${key}.${name}`, name, `one of ${allowed.join(', ')}`, allowed);
}

/** Checks the calls of resources. `added` are parts of `api` that plug-ins add. */
export const createCallCheck =
  (added: readonly string[]) =>
  (resource: AnyResource, report: ErrorReporter, _all: unknown, roles: Roles): void =>
    checkCalls(resource, report, [...PARTS, ...added], roles);

function checkCalls({ api }: AnyResource, report: ErrorReporter, parts: readonly string[], { names }: Roles): void {
  if (!api) return;
  for (const [part, bindings] of Object.entries(api)) {
    if (!parts.includes(part)) report(`api.${part}`, part, 'a part of api', parts);
    else if (part !== 'host') {
      const byRole = NAMED.includes(part)
        ? Object.entries(bindings).map(([name, one]) => [`${part}.${name}`, one])
        : [[part, bindings]];
      for (const [place, roles] of byRole as [string, object][])
        for (const role of Object.keys(roles))
          if (!(names as readonly string[]).includes(role))
            report(`api.${place}.${role}`, role, `one of ${names.join(', ')}`, names);
    }
  }
  if (api.host) checkHost('api.host', api.host, report);
  for (const [place, { host, method, root, path, rawToken }] of listCalls(api)) {
    if (host && host !== api.host) checkHost(`${place}.host`, host, report);
    if (host && rawToken) report(`${place}.rawToken`, true, 'nothing: another host is not given the session’s token');
    if (!(METHODS as readonly string[]).includes(method))
      report(`${place}.method`, method, `one of ${METHODS.join(', ')}`, METHODS);
    // `//` and `\\` would lead to another host, together with the token.
    if (root !== undefined && root !== '' && !/^\/[^/\\]/.test(root))
      report(`${place}.root`, root, 'where its paths start, such as /api/v2; another host stands in api.host');
    if (!/^\/($|[^/\\])/.test(path)) report(`${place}.path`, path, 'a path that starts with one /');
  }
}
