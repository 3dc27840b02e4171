import { z } from 'zod';
import { whereSchema } from '../../where/parseWhere.ts';
import { roleSchema } from '../../wire/roleSchema.ts';
import { fieldName, optional, part, path, required } from './schemaParts.ts';

export const access = z.strictObject({
  list: optional(
    path,
    'Path of the list. A preset in `can` gives one, as it does for `form` and the screens of plug-ins; else no screen and no menu entry.',
    "'/supplies'",
  ),
  form: optional(path, 'Path of the create form.', "'/add-supply'"),
  can: required(
    part('can', z.array(z.string()).meta({ type: '`manage`, `read` or names' })),
    '`manage` (everything), `read` (list, show, export), or a list of these, list, show, create, edit, delete, export, import, and named actions and transitions.',
    'manage',
  ),
  except: optional(
    z.array(part('right', z.string())),
    'Rights of `can` that the role does not have.',
    "['delete']",
    'none',
  ),
  where: optional(
    part('where', whereSchema),
    'Collections: only records that match. A field that must be `me` is filled in for new records of the role.',
    "{ 'copy.branch': me, state: ['New', 'Open'] }",
    'all',
  ),
});

/** Maps the records of a collection to accounts of one role. */
export const accounts = z.strictObject({
  role: required(roleSchema(), 'Role of the accounts.', "'member'"),
  email: optional(fieldName, 'Required e-mail field used to sign in.', "'email'", '`email`'),
  name: optional(fieldName, 'Required text field with the name.', "'name'", '`fullName`'),
  active: optional(fieldName, 'Toggle that allows sign-in.', "'active'", 'always allowed'),
});
