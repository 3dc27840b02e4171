import { expect, it } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { enterOn } from '../../../tests/api/supplies.ts';
import { standingOrdersOn, withStandingOrders } from './standingOrdersOn.ts';

const server = serverForAll({ VISIT_MINUTES: '30', HOLIDAYS: 'US-PA' }, withStandingOrders);
const enter = enterOn(server);
const { order, run, timesOf } = standingOrdersOn(server);

it('moves or skips visits on a holiday, unless it is a working day', async () => {
  const thanksgiving = '2033-11-24';
  const onThursdays = (patient: string, onHoliday: string) =>
    order(patient, { onHoliday, from: '2033-11-10', week: [{ day: 'Thursday', start: '08:00', end: '08:30' }] });
  const daysOf = async (patient: string) => (await timesOf(patient)).map((at) => at.slice(0, 10));
  await onThursdays('Ada Moved', 'move');
  await onThursdays('Bo Skipped', 'skip');
  await run('2033-11-16');
  expect(await daysOf('Ada Moved')).toEqual(['2033-11-17', '2033-11-25']);
  expect(await daysOf('Bo Skipped')).toEqual(['2033-11-17']);
  await enter('closedDays', { name: 'We work', date: thanksgiving, worked: true });
  await onThursdays('Cy Works', 'move');
  await run('2033-11-16');
  expect(await daysOf('Cy Works')).toContain(thanksgiving);
});
