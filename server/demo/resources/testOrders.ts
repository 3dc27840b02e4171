import type { RecordValues } from '../../../frame/server/records/schema/recordRow.ts';
import { CLINICIANS } from '../catalogue.ts';
import type { Random } from '../random.ts';
import { defineSeed } from '../seedCollections.ts';
import { EMPLOYEES } from '../staff.ts';

const DAY = 24 * 3_600_000;
/** Days back that appointments have orders. */
const BACK = 10;

/** What an appointment's order asks for. One that is not `complete` lacks something here and there. */
function orderOf(
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
  async records({ db, random, accounts: people, ids }) {
    const visits = await db
      .selectFrom('appointments')
      .select(['id', 'status', 'employee_id'])
      .where('scheduled_at', '>', Date.now() - BACK * DAY)
      .orderBy('scheduled_at')
      .orderBy('patient_key')
      .execute();
    const demo = people('employee').find(({ email }) => email === EMPLOYEES[0]?.email)?.id;
    return visits.flatMap(({ id, status, employee_id }, number) => {
      // Who tries the demo can start on each visit of theirs.
      const complete = status !== 'Pending' || employee_id === demo;
      const order = orderOf(random, ids('tests'), { appointment: id, number, complete });
      return !complete && random.chance(0.08) ? [] : [order];
    });
  },
});
