import { z } from 'zod';
import type { Label, Lazy } from '../../fields/kind.ts';
import type { Feature } from '../../wire/features.ts';
import { roleSchema } from '../../wire/roleSchema.ts';
import type { Part } from './keyTypes.ts';

/** Gives a schema the type of its values, where it cannot say it itself. */
export const typed = <T>(schema: z.ZodType): z.ZodType<T> => schema as z.ZodType<T>;
/** Marks a schema whose type depends on the resource. `Keys` fills it in by this name. */
export const part = <P extends string, S extends z.ZodType>(_name: P, schema: S): Part<P> & z.ZodType<z.output<S>> =>
  schema as unknown as Part<P> & z.ZodType<z.output<S>>;

export const label = typed<Label>(z.union([z.string(), z.object({ en: z.string() }).catchall(z.string())])).meta({
  type: 'text, i18n key, or { en, es }',
});
/** A component that loads on demand. `P` are its props. */
export const component = <P>() =>
  z
    .custom<Lazy<P>>((value) => typeof value === 'function', { error: 'a function that imports a component' })
    .meta({ type: '() => import(...)', example: "() => import('../pages/Own.tsx')" });
export const fieldName = part('field', z.string().meta({ names: 'field', type: 'field' }));
export const fieldNames = z.array(fieldName);
export const actionName = part('action', z.string().meta({ names: 'action', type: 'action' }));
export const roleNames = z.array(roleSchema());
export const roleList = roleNames.meta({ example: "['admin']", standard: 'everybody' });
export const path = z
  .string()
  .regex(/^\/[\w/-]*$/, { error: 'a path such as /supplies' })
  .meta({ type: 'path' });

export const feature = typed<Feature>(z.string().min(1)).meta({ type: 'feature' });
/** Declares an optional key with description, example and default for docs/reference.md. */
export const optional = <S extends z.ZodType>(schema: S, description: string, example?: string, standard?: string) =>
  schema.optional().meta({ description, ...(example && { example }), ...(standard && { standard }) });
/** A key that `defineResource` fills in. Configs may leave it out. */
export const filledIn = <S extends z.ZodType>(schema: S) => schema as unknown as z.ZodOptional<S>;
/** Declares a required key. */
export const required = <S extends z.ZodType>(schema: S, description: string, example: string) =>
  schema.meta({ description, example });
