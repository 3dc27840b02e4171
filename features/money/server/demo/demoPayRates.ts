import { EMPLOYEES } from '../../../../server/demo/demoStaff.ts';
import { defineSeed } from '../../../../server/demo/seedCollections.ts';
import { demoRulesFrom } from './demoPrices.ts';

export default defineSeed({
  records({ accounts, services }) {
    const from = demoRulesFrom(services.config.timeZone);
    const own = accounts('employee').find(({ email }) => email === EMPLOYEES[0]?.email)?.id;
    return [
      { kind: 'visit', amount: 16, from },
      { kind: 'visit', amount: 18.25, employee: own, from },
      { kind: 'priority', priority: 'Urgent', amount: 5, from },
      { kind: 'mile', amount: 0.7, from },
      { kind: 'couldNotDraw', amount: 9, from },
      { kind: 'noShow', amount: 6, from },
    ];
  },
});
