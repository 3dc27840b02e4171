import { z } from 'zod';
import { ConfigError } from '../configError.ts';
import { resourceSchema } from '../schema.ts';
import type { Plugin, ResourceKey, ResourceKeys } from './definePlugin.ts';

/** Loads the keys of plug-ins. Throws a ConfigError if two add one key. */
export async function loadKeys(plugins: readonly { plugin: Plugin }[]): Promise<ResourceKeys> {
  const keys: Record<string, ResourceKey> = {};
  const owners = new Map<string, string>();
  for (const { plugin } of plugins)
    for (const [path, key] of Object.entries((await plugin.keys?.())?.default ?? {})) {
      const owner = owners.get(path);
      if (owner) throw new ConfigError([`src/plugins.ts: "${owner}" and "${plugin.name}" both add the key ${path}.`]);
      owners.set(path, plugin.name);
      keys[path] = key;
    }
  return keys;
}

/** Adds a key to the schema of an object, below the keys of its path. */
function addKey(object: z.ZodObject, [name = '', ...rest]: readonly string[], { schema }: ResourceKey): z.ZodObject {
  if (rest.length === 0) return object.extend({ [name]: schema instanceof z.ZodOptional ? schema : schema.optional() });
  const inner = object.shape[name] as z.ZodType | undefined;
  const isOptional = inner instanceof z.ZodOptional;
  const below = isOptional ? inner.unwrap() : inner;
  if (below instanceof z.ZodRecord) {
    const valueType = addKey(below.valueType as z.ZodObject, rest.slice(1), { schema });
    return object.extend({ [name]: below.clone({ ...below.def, valueType }) });
  }
  if (!(below instanceof z.ZodObject)) throw new TypeError(`"${name}" has no keys.`);
  const extended = addKey(below, rest, { schema });
  return object.extend({ [name]: isOptional ? extended.optional() : extended });
}

/** Returns the schema of a resource with the keys of plug-ins. */
export const extendResourceSchema = (keys: ResourceKeys): z.ZodObject =>
  Object.entries(keys)
    // The parts of `api` are calls, which have no schema.
    .filter(([path]) => !path.startsWith('api.'))
    .reduce<z.ZodObject>((schema, [path, key]) => addKey(schema, path.split('.'), key), resourceSchema);
