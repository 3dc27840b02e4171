import { DateTime } from 'luxon';
import { getDayRange, type Services, transact } from 'portal-frame/server';
import { noteAsked, visitsToAsk } from './visitConfirmations.ts';
import { queueVisitQuestions } from './visitQuestionMail.ts';

/** Small transactions let other requests run. */
const VISITS_PER_TRANSACTION = 200;

/** Asks patients of tomorrow's pending visits from EVENING_MAIL until midnight, once per time. Returns their number. */
export async function askPatients(services: Services, now = Date.now()): Promise<number> {
  const { eveningMail, timeZone } = services.config;
  const local = DateTime.fromMillis(now, { zone: timeZone });
  if (eveningMail === undefined || local.toFormat('HH:mm') < eveningMail) return 0;
  const tomorrow = getDayRange(local.plus({ days: 1 }).toFormat('yyyy-MM-dd'), timeZone);
  for (let asked = 0; ; ) {
    const visits = await visitsToAsk(services.db, tomorrow, VISITS_PER_TRANSACTION);
    if (visits.length === 0) return asked;
    asked += await transact(services, async (db) => {
      const noted = await noteAsked(db, visits);
      await queueVisitQuestions(db, noted);
      return noted.length;
    });
  }
}
