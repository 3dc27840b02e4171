import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyResource } from 'portal-frame';
import { getGrouping, getMeasures } from 'portal-frame/plugin';
import { HttpError } from 'portal-frame/server';
import {
  type AggregateQuery,
  addLabels,
  aggregateRecords,
  type CompiledRule,
  ConfigError,
  compileRule,
  createWhereContext,
  getListConditions,
  groupRecords,
  isInKeyScope,
  isSourceInKeyScope,
  limitToLast,
  listRoles,
  mayFindBy,
  parseFilter,
  type ReadContext,
  type RecordValues,
  type ReportGroup,
  type ResourceSchemas,
  type Route,
} from 'portal-frame/server/collections';
import type { Collection } from 'portal-frame/server/database';
import { parseWhere } from 'portal-frame/server/plugins';
import { z } from 'zod';
import { findBeside, getBesidePrefix, getReportFields, mayReadReport, type ReportConfig } from '../reportConfig.ts';
import { joinReports } from './joinReports.ts';
import { type SplitGroups, splitGroups } from './splitReport.ts';

const reportQuery = z.object({
  filter: z.string().optional().describe('JSON: {"name":"value"} by the report’s filters.'),
});

function createReplySchema(config: ReportConfig<string>, all: readonly AnyResource[]) {
  const beside = findBeside(config, all).flatMap((part) =>
    getMeasures(part.config).map(({ name }) => getBesidePrefix(part.resource) + name),
  );
  const names = [...getMeasures(config).map(({ name }) => name), ...beside];
  const values = z.object(Object.fromEntries(names.map((name) => [name, z.number().nullable()])));
  const group = z.object({
    value: z.unknown().describe('Value of the group; the first day of a period. Null for records without a value.'),
    label: z.string().nullable().optional().describe('Name of the referenced record; null if you may not see it.'),
    values,
  });
  const column = group.extend({
    others: z.boolean().optional().describe('True for the column of all further values.'),
    values: values.describe('Totals of the column.'),
  });
  const columns = z.array(values).describe('Measures by column, in the order of `columns` of the report.');
  return z.object({
    ...(config.splitBy && { columns: z.array(column) }),
    groups: z.array(config.splitBy ? group.extend({ columns }) : group),
    total: values,
    more: z.boolean().describe('True if there are more groups than this reply contains.'),
  });
}

async function addGroupLabels(context: ReadContext, field: string, groups: ReportGroup[]): Promise<ReportGroup[]> {
  const records = groups.map(({ value }): RecordValues => ({ [field]: value }));
  await addLabels(context, records);
  return groups.map((group, at) => {
    const labels = records[at]?.labels as Record<string, string | null> | undefined;
    return labels ? { ...group, label: labels[field] ?? null } : group;
  });
}

/** A report whose conditions are compiled. */
interface CompiledReport {
  collection: Collection;
  config: ReportConfig<string>;
  rule: CompiledRule | undefined;
  /** Conditions of the measures, by their order. */
  measureRules: readonly (CompiledRule | undefined)[];
}

/** Compiles the conditions of a report. Adds what the database cannot evaluate to `errors`. */
function compileReport(
  collection: Collection,
  config: ReportConfig<string>,
  place: string,
  collections: readonly Collection[],
  errors: string[],
): CompiledReport {
  const compile = (where: ReportConfig<string>['where'], key: string) =>
    where && compileRule(collection, parseWhere(where), `${place}.${key}`, collections, errors);
  return {
    ...{ collection, config, rule: compile(config.where, 'where') },
    measureRules: getMeasures(config).map(({ where }) => compile(where, 'measures')),
  };
}

/** Computes a report with the rights of the account. Throws an HttpError (403). */
async function computeReport(
  { collection, config, rule, measureRules }: CompiledReport,
  { services, account }: Pick<ReadContext, 'services' | 'account'>,
  query: Record<string, unknown>,
): Promise<SplitGroups> {
  const { resource, columns } = collection;
  const fields = getReportFields(config);
  if (
    !isInKeyScope(account, resource) ||
    !mayReadReport(resource, account.role, config) ||
    !fields.every((name) => mayFindBy(resource, account.role, name)) ||
    !columns.every((one) => !fields.includes(one.name) || isSourceInKeyScope(one, account))
  )
    throw new HttpError(403, 'server.forbidden');
  const me = sql`${account.id}`;
  const where = [
    ...parseFilter(collection, createWhereContext(services, account), query, account, config.filters ?? []),
    ...getListConditions(collection, account),
    ...(rule ? [{ expression: rule(me) }] : []),
  ];
  const measures = getMeasures(config).map((measure, at) => {
    const only: RawBuilder<SqlBool> | undefined = measureRules[at]?.(me);
    return only ? { ...measure, only } : measure;
  });
  const aggregate: AggregateQuery = { services, collection, where, measures };
  const grouping = getGrouping(config);
  const column = columns.find(({ name }) => name === grouping?.field);
  if (!grouping || !column) return { groups: [], total: await aggregateRecords(aggregate), more: false };
  const { by, last } = grouping;
  const group = (scope: AggregateQuery) => groupRecords(scope, column, grouping);
  const split = columns.find(({ name }) => name === config.splitBy);
  const scope = split && by && last ? limitToLast(aggregate, column, by, last) : aggregate;
  return split ? splitGroups(scope, split, group) : group(scope);
}

function createReportHandler(report: CompiledReport, beside: readonly CompiledReport[]): Route['handler'] {
  return async ({ context, query }) => {
    const { config } = report;
    const compute = async (one: CompiledReport) => ({
      prefix: one === report ? '' : getBesidePrefix(one.collection.resource),
      measures: getMeasures(one.config),
      found: await computeReport(one, context, query),
    });
    const found =
      beside.length > 0
        ? joinReports(await Promise.all([report, ...beside].map(compute)))
        : (await compute(report)).found;
    const grouping = getGrouping(config);
    if (!grouping) return found;
    return {
      ...found,
      groups: await addGroupLabels(context, grouping.field, found.groups),
      ...(found.columns && { columns: await addGroupLabels(context, config.splitBy ?? '', found.columns) }),
    };
  };
}

/** Creates the report routes of a collection. Throws a ConfigError for a rule that the database cannot evaluate. */
export function createReportRoutes(
  collection: Collection,
  _schemas: ResourceSchemas | undefined,
  collections: readonly Collection[],
): Route[] {
  const { resource } = collection;
  const all = collections.map((one) => one.resource);
  const errors: string[] = [];
  const routes = Object.entries(resource.reports ?? {}).map(([name, config]): Route => {
    const report = compileReport(collection, config, `reports.${name}`, collections, errors);
    const beside = findBeside(config, all).flatMap((part) => {
      const other = collections.find((one) => one.resource === part.resource);
      return other ? compileReport(other, part.config, `reports.${part.name}`, collections, errors) : [];
    });
    return {
      method: 'GET',
      operation: 'read',
      action: name,
      path: `/reports/${name}`,
      roles: listRoles(resource).filter((role) => mayReadReport(resource, role, config)),
      summary: `The report “${name}” of ${resource.name}`,
      querystring: reportQuery,
      reply: createReplySchema(config, all),
      handler: createReportHandler(report, beside),
    };
  });
  if (errors.length > 0) throw new ConfigError(errors);
  return routes;
}
