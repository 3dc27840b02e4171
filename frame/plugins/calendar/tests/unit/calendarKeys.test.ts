import { type AnyResource, choice, date, dateTime, defineResource, number, reference, text } from 'portal-frame';
import { ConfigError, checkResources } from 'portal-frame/internal';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import keys from '../../keys.ts';

/** Returns the errors of a modified config, which is typed like a file written without an editor. */
function errorsOf(change: (config: ReturnType<typeof JSON.parse>) => void): readonly string[] {
  const config = defineResource({
    name: 'supplies',
    icon: 'inventory',
    fields: { title: text({ required: true }), amount: number(), state: choice({ choices: ['new', 'used'] }) },
    list: { columns: ['title', 'amount'], filters: ['state'] },
    title: '{title}',
    actions: { use: { field: 'state', placement: 'row' } },
    roles: { admin: { list: '/supplies', can: ['list', 'use'] } },
  }) as unknown as AnyResource;
  change(config);
  try {
    checkResources({ 'src/resources/supplies.ts': config }, { roles: getPageRoles(), keys });
    return [];
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
}

/** Adds a reference called `of` and a calendar. */
function ofSupplies(config: ReturnType<typeof JSON.parse>, calendar: object): void {
  config.fields.of = reference({ to: 'supplies', text: '{title}' });
  config.list.calendar = calendar;
}

test.each<[error: string, change: (config: ReturnType<typeof JSON.parse>) => void]>([
  [
    'list.calendar.to: found undefined, expected from and to, or date.',
    (c) => {
      c.fields.from = date();
      ofSupplies(c, { from: 'from' });
    },
  ],
  [
    'list.calendar.to: found "to", expected a field of the kind date.',
    (c) => {
      c.fields.from = date();
      c.fields.to = dateTime();
      ofSupplies(c, { from: 'from', to: 'to' });
    },
  ],
  [
    'list.calendar.date: found "from", expected nothing beside from and to.',
    (c) => {
      c.fields.from = date();
      c.fields.to = date();
      ofSupplies(c, { from: 'from', to: 'to', date: 'from' });
    },
  ],
  [
    'list.calendar.date: found "amount", expected a field of the kind date or dateTime',
    (c) => (c.list.calendar = { date: 'amount' }),
  ],
  [
    'list.calendar.date: found "on", expected a field that list.filters has a filter by day for',
    (c) => Object.assign(c, { list: { ...c.list, calendar: { date: 'on' } }, fields: { ...c.fields, on: date() } }),
  ],
  [
    'list.calendar.colour: found "colour", expected a supported key. Did you mean "color"?',
    (c) => (c.list.calendar = { date: 'title', colour: 'state' }),
  ],
  [
    'list.calendar.lane: found "state", expected a field of the kind reference',
    (c) => (c.list.calendar = { date: 'amount', lane: 'state' }),
  ],
  [
    'list.calendar.assign: found "use", expected list.calendar.lane with it',
    (c) => (c.list.calendar = { date: 'amount', assign: 'use' }),
  ],
  [
    'list.calendar.assign: found "use", expected an action that changes of',
    (c) => ofSupplies(c, { date: 'amount', lane: 'of', assign: 'use' }),
  ],
  [
    'list.calendar.laneWhere.titel: found "titel", expected a field of supplies. Did you mean "title"?',
    (c) => ofSupplies(c, { date: 'amount', lane: 'of', laneWhere: { titel: 'x' } }),
  ],
  [
    'list.calendar.conflictValues.0: found "nwe", expected a value of list.calendar.color. Did you mean "new"?',
    (c) => (c.list.calendar = { date: 'amount', color: 'state', conflictValues: ['nwe'] }),
  ],
])('refuses a config with the error %s', (error, change) => {
  const errors = errorsOf(change);
  expect(errors.filter((one) => one.includes(error))).toHaveLength(1);
});

test('accepts a calendar of days, and one of periods', () => {
  const accept = (calendar: object) =>
    errorsOf((c) => {
      c.fields.on = date();
      c.fields.until = date();
      c.list.filters.push('on');
      c.list.calendar = calendar;
    });
  expect([accept({ date: 'on' }), accept({ from: 'on', to: 'until', color: 'state' })]).toEqual([[], []]);
});
