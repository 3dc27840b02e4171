import { ConfigError } from '../configError.ts';

/**
 * Notes who adds a name. Throws a ConfigError if the app or another plug-in has it already, or if its field has no
 * choices (`isThere` is undefined).
 */
export type ClaimName = (plugin: string, kind: string, place: string, isThere: boolean | undefined) => void;

/** Returns a function that notes the plug-ins that add a name, by its place such as 'audit.resource.feed'. */
export function createClaims(): ClaimName {
  const owners = new Map<string, string>();
  return (plugin, kind, place, isThere) => {
    if (isThere === undefined)
      throw new ConfigError([
        `"${plugin}" adds choices to ${place.replace(/\.[^.]*$/, '')}, which is no choice field.`,
      ]);
    if (isThere)
      throw new ConfigError([`${owners.get(place) ?? 'the app'} and "${plugin}" both have the ${kind} ${place}.`]);
    owners.set(place, `"${plugin}"`);
  };
}
