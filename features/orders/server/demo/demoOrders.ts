import type { RecordValues } from 'portal-frame';
import type { Random } from '../../../../server/demo/demoRandom.ts';
import { EMPLOYEES } from '../../../../server/demo/demoStaff.ts';
import { defineSeed } from '../../../../server/demo/seedCollections.ts';
import { CLINICIANS } from './demoCatalogue.ts';

const DAY = 24 * 3_600_000;
const DAYS_BACK = 10;

/** Creates an order. One that is not `complete` may lack values. */
function createOrder(
  random: Random,
  tests: readonly string[],
  { appointment, number, complete }: { appointment: string; number: number; complete: boolean },
): RecordValues {
  const asked = new Set(Array.from({ length: random.int(1, 5) }, () => random.pick(tests)));
  const fasting = complete || random.chance(0.6) ? 'confirmed' : random.chance(0.2) ? 'notFasting' : 'notAsked';
  return {
    appointment,
    requisition: `R-${10_000 + number}`,
    orderedBy: complete || random.chance(0.8) ? random.pick(CLINICIANS) : null,
    tests: [...asked],
    documentNeeded: !complete && random.chance(0.15),
    fasting,
    fastingAt: fasting === 'notAsked' ? null : new Date().toISOString(),
  };
}

export default defineSeed({
  dependsOn: ['tests'],
  async records({ db, random, accounts, ids }) {
    const visits = await db
      .selectFrom('appointments')
      .select(['id', 'status', 'employee_id'])
      .where('scheduled_at', '>', Date.now() - DAYS_BACK * DAY)
      .orderBy('scheduled_at')
      .orderBy('patient_key')
      .execute();
    const demo = accounts('employee').find(({ email }) => email === EMPLOYEES[0]?.email)?.id;
    return visits.flatMap(({ id, status, employee_id }, number) => {
      // All visits of the demo employee can be started.
      const complete = status !== 'Pending' || employee_id === demo;
      const order = createOrder(random, ids('tests'), { appointment: id, number, complete });
      return !complete && random.chance(0.08) ? [] : [order];
    });
  },
});
