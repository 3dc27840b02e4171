import { defineJob } from 'portal-frame/server';

export default defineJob({
  name: 'print label',
  resource: 'loans',
  run: async (context, loan) => context.log.info({ loan: loan.id }, 'Print a label'),
});
