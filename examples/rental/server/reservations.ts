import { today } from 'portal-frame';
import { records, runDaily, type ServerParts, systemContext } from 'portal-frame/server';

type Job = NonNullable<ServerParts['jobs']>[number];

/** Deletes reservations that nobody collected, daily. */
export const startReservationCleanup: Job = (services, log) =>
  runDaily(log, {
    run: () =>
      records(systemContext(services, 'uncollected reservations')).deleteMany('rentals', {
        where: { state: 'Reserved', to: { lt: today } },
      }),
    report: (deleted) => log.info({ count: deleted.length }, 'uncollected reservations were deleted'),
    failureMessage: 'uncollected reservations could not be deleted',
  });
