import { type AnyResource, mayDo } from 'portal-frame';
import { type ErrorReporter, getAccountsConfig, optional, type ResourceKeys } from 'portal-frame/keys';
import { z } from 'zod';
import { getTrashRoles } from './trashConfig.ts';
import { trashOptions } from './trashSchema.ts';

/** Checks that the resource is a collection whose records may be deleted, and that trash roles may delete. */
function checkSoftDelete(resource: AnyResource, report: ErrorReporter): void {
  const { softDelete, api, table, appendOnly } = resource;
  if (!softDelete) return;
  if (api) report('softDelete', softDelete, 'nothing: the host decides what is deleted');
  else if (table) report('softDelete', softDelete, 'nothing: records of a table that is there are deleted there');
  else if ((getTrashRoles(resource)?.see.length ?? 0) === 0)
    report('softDelete', softDelete, 'a role with the right "delete"');
  if (getAccountsConfig(resource)) report('softDelete', softDelete, 'nothing: who is deleted cannot sign in any more');
  else if (appendOnly && !api) report('appendOnly', true, 'a collection without softDelete and accounts');
  if (softDelete === true) return;
  for (const right of ['restore', 'forGood'] as const)
    for (const [place, role] of (softDelete[right] ?? []).entries())
      if (!mayDo(resource, role, 'delete'))
        report(`softDelete.${right}.${place}`, role, `a role with the right "delete"`);
}

export default {
  softDelete: {
    schema: optional(
      z.union([z.boolean(), trashOptions]),
      'Collections: deleted records go to a bin.',
      'true',
      'false',
    ),
    check: checkSoftDelete,
  },
} satisfies ResourceKeys;
