import { z } from 'zod';
import { roleSchema } from '../../wire/roleSchema.ts';

export const label = z.union([z.string(), z.object({ en: z.string() }).catchall(z.string())]).meta({
  type: 'text, i18n key, or { en, es }',
});
export const component = z
  .custom<() => unknown>((value) => typeof value === 'function', { error: 'a function that imports a component' })
  .meta({ type: '() => import(...)', example: "() => import('../pages/Own.tsx')" });
export const fieldName = z.string().meta({ names: 'field', type: 'field' });
export const actionName = z.string().meta({ names: 'action', type: 'action' });
export const roleNames = z.array(roleSchema());
export const roleList = roleNames.meta({ example: "['admin']", standard: 'everybody' });
export const path = z
  .string()
  .regex(/^\/[\w/-]*$/, { error: 'a path such as /supplies' })
  .meta({ type: 'path' });

export const feature = z.string().min(1).meta({ type: 'feature' });

/** Declares an optional key with description, example and default for docs/reference.md. */
export const optional = <S extends z.ZodType>(schema: S, description: string, example?: string, standard?: string) =>
  schema.optional().meta({ description, ...(example && { example }), ...(standard && { standard }) });
/** Declares a required key. */
export const required = <S extends z.ZodType>(schema: S, description: string, example: string) =>
  schema.meta({ description, example });
