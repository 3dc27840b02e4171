import { getToday } from 'portal-frame/server';
import { LABORATORIES } from '../../../../server/demo/demoStaff.ts';
import { defineSeed } from '../../../../server/demo/seedCollections.ts';
import { DEMO_TESTS } from './demoCatalogue.ts';

const DAY = 24 * 3_600_000;
/** The first laboratories state stabilities; those of the others are unknown. */
const STATING_LABORATORIES = 4;

export default defineSeed({
  dependsOn: ['tests'],
  records({ ids, accounts, services }) {
    const zone = services.config.timeZone;
    const stating = LABORATORIES.slice(0, STATING_LABORATORIES).flatMap(
      ({ email }) => accounts('laboratory').find((one) => one.email === email)?.id ?? [],
    );
    return stating.flatMap((laboratory, lab) =>
      DEMO_TESTS.flatMap(({ stability: keeps }, index) =>
        keeps
          ? {
              ...{ test: ids('tests')[index], laboratory, hours: keeps[0], temperature: keeps[1] },
              source: `Directory of services, section ${index + 1}`,
              statedOn: getToday(zone, Date.now() - (30 + 60 * lab) * DAY),
            }
          : [],
      ),
    );
  },
});
