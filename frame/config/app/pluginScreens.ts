import type { Role } from '../../wire/roles.ts';
import type { AnyResource } from '../types/anyResource.ts';
import type { Plugin } from './definePlugin.ts';

/** Lists the screens that a role has of a resource, those of plug-ins included: the keys of its roles, with their paths. */
export function listScreenPaths(
  { roles }: AnyResource,
  role: Role,
  plugins: readonly { plugin: Plugin }[],
): [key: string, path: string][] {
  const access: Partial<Record<string, unknown>> = { ...roles[role] };
  const keys = ['list', 'form', ...plugins.flatMap(({ plugin: { screen } }) => screen?.key ?? [])];
  return keys.flatMap((key): [string, string][] => (access[key] ? [[key, String(access[key])]] : []));
}
