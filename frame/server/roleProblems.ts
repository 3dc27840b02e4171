import { selectAccounts } from './accounts/accountRows.ts';
import { hasAccounts } from './db/firstStart.ts';
import type { Store } from './db/openDatabase.ts';

/** `refused` stops a start, `warning` does not. */
export interface RoleProblems {
  refused?: string;
  warning?: string;
}

/**
 * Compares the roles of active accounts with src/roles.ts, for the start and `npm run plan`. Roles that are not there
 * are a warning; without an active manager the start is refused.
 */
export async function findRoleProblems({ app, db }: Pick<Store, 'app' | 'db'>): Promise<RoleProblems> {
  const { names, managers, isManager } = app.roles;
  if (!(await hasAccounts(db))) return {};
  const held = await selectAccounts(db)
    .select(({ fn }) => ['role', fn.countAll().as('count')])
    .where('is_active', '=', 1)
    .groupBy('role')
    .orderBy('role')
    .execute();
  const unknownTexts = held.flatMap(({ role, count }) => (names.includes(role) ? [] : `"${role}" (${count})`));
  const orphaned = `Accounts have roles that are not in src/roles.ts: ${unknownTexts.join(', ')}.`;
  if (held.some(({ role }) => isManager(role)))
    return unknownTexts.length > 0
      ? { warning: `${orphaned} They can do nothing until these roles are there again.` }
      : {};
  const [manager = ''] = managers;
  const refused = [
    `src/roles.ts: manages: found no active account with the role "${manager}", expected at least one.`,
    ...(unknownTexts.length > 0 ? [orphaned, 'Give a role its former name back, or run'] : ['Run']),
    `npm run admin:reset -- <e-mail address>, which makes that account a "${manager}".`,
  ];
  return { refused: refused.join(' ') };
}
