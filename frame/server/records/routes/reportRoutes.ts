import { sql } from 'kysely';
import { z } from 'zod';
import { ConfigError } from '../../../config/configError.ts';
import { groupingOf, mayReport, measuresOf, type ReportConfig } from '../../../config/reports.ts';
import type { RowRule } from '../../../config/rows.ts';
import { ROLES } from '../../../wire/call.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Account } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { compileRule, seenInList } from '../access/rowRules.ts';
import { groupsBy, periodsBy, type Reckoned, reckon, type Scope } from '../read/aggregate.ts';
import { readFilter } from '../read/listQuery.ts';
import { labelRecords } from '../read/recordLabels.ts';
import type { Collection, RowTest } from '../schema/collection.ts';
import type { Values } from '../schema/recordRow.ts';
import type { Asked, Route } from './recordRoute.ts';

/** What a report's call takes, for the OpenAPI page. */
const reportQuery = z.object({
  filter: z.string().optional().describe('JSON: {"name":"value"} by the report’s filters.'),
});

/** What a report's call gives. */
function replyOf(config: ReportConfig<string>) {
  const values = z.object(Object.fromEntries(measuresOf(config).map(({ name }) => [name, z.number().nullable()])));
  const group = z.object({
    value: z.unknown().describe('The value; of a period its first day. Null for records without one.'),
    label: z.string().nullable().optional().describe('What a reference is called; null for who may not see it.'),
    values,
  });
  return z.object({
    groups: z.array(group),
    total: values,
    more: z.boolean().describe('There are more groups than are given.'),
  });
}

/** The fields that a report reckons with. */
const usedBy = (config: ReportConfig<string>) => [
  ...measuresOf(config).flatMap(({ of }) => (of ? [of.field] : [])),
  ...(groupingOf(config) ? [groupingOf(config)?.field ?? ''] : []),
];

async function labelled(
  services: Services,
  collection: Collection,
  field: string,
  groups: Reckoned[],
  account: Account,
): Promise<Reckoned[]> {
  const records = groups.map(({ value }): Values => ({ [field]: value }));
  await labelRecords(services, collection, records, account);
  return groups.map((group, at) => {
    const labels = records[at]?.labels as Record<string, string | null> | undefined;
    return labels ? { ...group, label: labels[field] ?? null } : group;
  });
}

function answerWith(config: ReportConfig<string>, test: RowTest | undefined) {
  return async ({ scene, query }: Asked) => {
    const { services, collection, account } = scene;
    const { resource, columns } = collection;
    if (!usedBy(config).every((name) => mayFindBy(resource, account.role, name)))
      throw new Refusal(403, 'server.forbidden');
    const zone = services.config.timeZone;
    const setting = { collection, kind: services.store.kind, zone };
    const where = [
      ...readFilter(setting, query, account, config.filters ?? []),
      ...seenInList(collection, account),
      ...(test ? [{ test: test(sql`${account.id}`) }] : []),
    ];
    const scope: Scope = { services, collection, where, measures: measuresOf(config) };
    const grouping = groupingOf(config);
    const column = columns.find(({ name }) => name === grouping?.field);
    if (!grouping || !column) return { groups: [], total: await reckon(scope), more: false };
    const found = await (grouping.by ? periodsBy(scope, column, grouping.by, grouping.last) : groupsBy(scope, column));
    return { ...found, groups: await labelled(services, collection, grouping.field, found.groups, account) };
  };
}

/** The routes of a collection's reports. Throws a ConfigError for a rule that the database cannot evaluate. */
export function reportRoutes(collection: Collection, collections: readonly Collection[]): Route[] {
  const { resource } = collection;
  const errors: string[] = [];
  const routes = Object.entries(resource.reports ?? {}).map(([name, config]): Route => {
    const rule = config.rows as RowRule | undefined;
    const test = rule && compileRule(collection, rule, `reports.${name}.rows`, collections, errors);
    return {
      method: 'GET',
      operation: 'read',
      action: name,
      path: `/reports/${name}`,
      roles: ROLES.filter((role) => mayReport(resource, role, config)),
      summary: `The report “${name}” of ${resource.name}`,
      querystring: reportQuery,
      reply: replyOf(config),
      answer: answerWith(config, test),
    };
  });
  if (errors.length > 0) throw new ConfigError(errors);
  return routes;
}
