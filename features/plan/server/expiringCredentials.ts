import { defineJob, getServerTexts, notify } from 'portal-frame/server';
import { findAccountById, findAccountsByRole } from 'portal-frame/server/accounts';

/** Warns admins and the employee 30 days before a credential expires. */
export default defineJob({
  name: 'expiring credentials',
  resource: 'credentials',
  before: 'expiresOn',
  days: 30,
  at: '07:00',
  async run(context, record) {
    const { services } = context;
    const employee = await findAccountById(services.db, String(record.employee));
    if (!employee || employee.deleted_at !== null) return;
    const admins = (await findAccountsByRole(services.db, 'admin')).filter((one) => one.is_active === 1);
    const { translate } = getServerTexts('en');
    const args = { name: employee.full_name, date: String(record.expiresOn) };
    await notify(context, [employee.id, ...admins.map(({ id }) => id)], {
      title: translate('plan.expiring.title'),
      body: translate('plan.expiring.body', args),
      about: { resource: 'credentials', id: String(record.id) },
    });
  },
});
