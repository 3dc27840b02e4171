import { type AnyResource, choice, defineResource, manage, number, read, text } from 'portal-frame';
import { ConfigError, checkResources, prepareResources } from 'portal-frame/internal';
import { createRoles, type PerRole } from 'portal-frame/roles';
import { describe, expect, test } from 'vitest';
import { reports } from '../../plugin.ts';
import { getReportLabel } from '../../reportConfig.ts';
import keys from '../../reportKeys.ts';

type Loose = ReturnType<typeof JSON.parse>;
const plugins = [{ plugin: reports }];
const ROLES = createRoles({ admin: { home: '/supplies', manages: true }, clerk: { home: '/supplies' } });

const createSupplies = () => {
  const supplies = defineResource({
    name: 'supplies',
    icon: 'inventory',
    fields: {
      title: text({ required: true }),
      amount: number({ min: 0 }),
      state: choice({ choices: ['new', 'used'] }),
    },
    list: { columns: ['title', 'amount'], filters: ['state'], sort: { field: 'title', order: 'ASC' } },
    roles: { admin: { list: '/supplies', can: ['list', 'show'] } },
  });
  const fields = Object.entries(supplies.fields).map(([name, field]) => [name, { ...field }]);
  return { ...supplies, fields: Object.fromEntries(fields), list: { ...supplies.list }, roles: { ...supplies.roles } };
};

/** Returns the errors of a changed config. Loosely typed, like a file written without an editor. */
function errorsFor(report: object, more: (config: Loose) => void = () => undefined): string[] {
  const config: Loose = createSupplies();
  config.reports = { used: { label: 'Used', ...report } };
  more(config);
  try {
    checkResources({ 'src/resources/supplies.ts': config }, { roles: ROLES, keys, plugins });
    return [];
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    return cause.errors.map((error) => error.replace('src/resources/supplies.ts: ', ''));
  }
}

describe('refused reports', () => {
  const onlyAdmin = (config: Loose) => {
    config.fields.amount.read = ['admin'];
    config.roles.clerk = { can: ['list'] };
  };

  test.each<[string, object, ((config: Loose) => void)?]>([
    ['Did you mean "amount"?', { measures: [{ sum: 'amuont' }] }],
    ['reports.used.measures: found "title", expected a field that holds numbers.', { measures: [{ sum: 'title' }] }],
    ['expected each measure once.', { measures: ['count', 'count'] }],
    ['reports.used.measures: found [{}]', { measures: [{}] }],
    ['reports.used.measures.0', { measures: [{ total: 'amount' }] }],
    [
      'reports.used.groupBy.by: found "day", expected a date or a moment as its field.',
      { groupBy: { field: 'state', by: 'day' } },
    ],
    ['reports.used.groupBy.by: found undefined, expected day, week or month.', { groupBy: 'createdAt' }],
    ['expected a field of the config, or createdAt.', { groupBy: 'createdBy' }],
    ['reports.used.display: found "figure"', { groupBy: 'state', display: 'figure' }],
    ['reports.used.display: found "chart", expected figure', { display: 'chart' }],
    ['reports.used.filters.0: found "stat", expected the name of a filter of the list.', { filters: ['stat'] }],
    ['reports.used.where.stat: found "stat"', { where: { stat: 'new' } }],
    ['reports.used.roles.0: found "clerk", expected a role that may list the records.', { roles: ['clerk'] }],
    ['reports.used.dashboard.0: found "clerk"', { dashboard: ['clerk'] }],
    [
      'expected a field that clerk may read, or the report without clerk in its roles.',
      { measures: [{ sum: 'amount' }] },
      onlyAdmin,
    ],
    ['reports.used.groupBy: found "amount", expected a field that clerk may read', { groupBy: 'amount' }, onlyAdmin],
    [
      'reports.used.splitBy: found "state", expected a field that clerk may read',
      { groupBy: 'title', splitBy: 'state' },
      (config) => {
        config.fields.state.read = ['admin'];
        config.roles.clerk = { can: ['list'] };
      },
    ],
    ['Did you mean "state"?', { groupBy: 'title', splitBy: 'stat' }],
    [
      'reports.used.splitBy: found "title", expected a choice, a toggle or a reference of the config.',
      { groupBy: 'state', splitBy: 'title' },
    ],
    ['reports.used.splitBy: found "state", expected another field in', { splitBy: 'state' }],
    ['expected another field in groupBy.', { groupBy: 'state', splitBy: 'state' }],
    [
      'expected one measure, because splitBy makes the columns.',
      { groupBy: 'title', splitBy: 'state', measures: ['count', { sum: 'amount' }] },
    ],
    [
      'reports.used.where.amount: found "amount", expected a field that clerk may read',
      { where: { amount: 1 } },
      onlyAdmin,
    ],
    ['reports.used.measures.stat: found', { measures: [{ count: 'odd', where: { stat: 'new' } }] }],
    [
      'found "amount", expected a field that clerk may read',
      { measures: [{ count: 'odd', where: { amount: 1 } }] },
      onlyAdmin,
    ],
    [
      'found "count_odd", expected count or an aggregate, as splitBy makes the columns.',
      { groupBy: 'title', splitBy: 'state', measures: [{ count: 'odd', where: { state: 'new' } }] },
    ],
    ['expected a report of that resource.', { groupBy: 'state', beside: ['supplies.none'] }],
    ['expected reports with groupBy and without splitBy on both sides.', { beside: ['supplies.used'] }],
    [
      'expected a report with groups of the same periods, by undefined, last undefined.',
      { groupBy: 'state', beside: ['supplies.weeks'] },
      (config) => {
        config.reports.weeks = { label: 'Weeks', groupBy: { field: 'createdAt', by: 'week' } };
      },
    ],
    [
      'expected a report with the same filters.',
      { groupBy: 'state', filters: ['state'], beside: ['supplies.plain'] },
      (config) => {
        config.reports.plain = { label: 'Plain', groupBy: 'title' };
      },
    ],
    [
      'expected a report that all readers of this one are given.',
      { groupBy: 'state', beside: ['supplies.plain'] },
      (config) => {
        config.reports.plain = { label: 'Plain', groupBy: 'title', roles: ['admin'] };
        config.roles.clerk = { can: ['list'] };
      },
    ],
    [
      'list.totals: found "used", expected a report without groupBy.',
      { groupBy: 'state' },
      (config) => {
        config.list.totals = ['used'];
      },
    ],
  ])('%s', (error, report, more) => expect(errorsFor(report, more).join()).toContain(error));

  test('refuses a report screen without reports for its role', () => {
    const errors = errorsFor({ roles: ['admin'] }, (config) => {
      config.roles.clerk = { can: ['list'], reports: '/our-reports' };
    });
    expect(errors).toEqual(['roles.clerk.reports: found "/our-reports", expected a report that clerk is given.']);
  });

  test('accepts valid reports', () => {
    const only = { measures: [{ sum: 'amount' }], roles: ['admin'] };
    expect(errorsFor(only, onlyAdmin)).toEqual([]);
    expect(
      errorsFor({ groupBy: { field: 'createdAt', by: 'week', last: 12 }, filters: ['state'], dashboard: ['admin'] }),
    ).toEqual([]);
    const counted = { groupBy: 'title', measures: ['count', { count: 'odd', where: { state: 'new' } }] };
    // A host may lack the other resource.
    expect(errorsFor({ ...counted, beside: ['orders.byTitle'] })).toEqual([]);
  });
});

const tools = {
  ...{ name: 'handTools', icon: 'inventory' as const, list: { columns: ['title'] as const } },
  fields: { title: text(), state: choice({ choices: ['new', 'used', 'lost'] }) },
};
const prepare = (one: object) => prepareResources([one as AnyResource], ROLES, plugins)[0] as AnyResource;

test('gives a role with a preset the screen of the reports that it reads, unless the list shows them', () => {
  const roles = { admin: manage, clerk: read } as PerRole<typeof manage | typeof read>;
  const byState = { groupBy: 'state', roles: ['admin'] } as const;
  const resource = prepare(defineResource({ ...tools, reports: { byState }, roles }));
  expect(Object.values(resource.roles).map((access) => access?.reports)).toEqual(['/hand-tools-reports', undefined]);
  const list = { ...tools.list, totals: ['all'] };
  const total = prepare(defineResource({ ...tools, list, reports: { all: { roles: ['admin'] } }, roles }));
  expect(total.roles).not.toHaveProperty('admin.reports');
});

test('labels reports by their names', () => {
  const byName = { byState: { groupBy: 'state' }, byTitle: { label: 'Titles', groupBy: 'title' } } as const;
  const resource = prepare(defineResource({ ...tools, reports: byName, roles: { admin: manage } }));
  const labels = Object.keys(byName).map((name) => getReportLabel(resource, name));
  expect(labels).toEqual(['resources.handTools.reports.byState', 'Titles']);
});

test('types conditions by the fields, those of the server included', () => {
  const admin = { roles: { admin: manage } } as const;
  const configs = [
    () => defineResource({ ...tools, ...admin, reports: { late: { where: { createdAt: { gte: '2026-01-01' } } } } }),
    () => defineResource({ ...tools, ...admin, reports: { days: { groupBy: { field: 'createdAt', by: 'day' } } } }),
    // @ts-expect-error: no field has this name
    () => defineResource({ ...tools, ...admin, reports: { late: { where: { sate: 'used' } } } }),
    // @ts-expect-error: no field has this name
    () => defineResource({ ...tools, ...admin, reports: { late: { groupBy: 'sate' } } }),
  ];
  expect(configs).toHaveLength(4);
});

test('refuses its keys without the plug-in', () => {
  const config = {
    ...createSupplies(),
    reports: {},
    roles: { admin: { list: '/supplies', reports: '/r', can: ['list'] } },
  };
  const check = () => checkResources({ 'src/resources/supplies.ts': config }, { roles: ROLES });
  expect(check).toThrow(/reports: found "reports", expected a supported key/);
  expect(check).toThrow(/roles\.admin\.reports: found "reports", expected a supported key/);
});
