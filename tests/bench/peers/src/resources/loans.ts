import { choice, date, dateTime, defineResource, manage, me, now, reference, text } from 'portal-frame';

/** Tools that are lent. */
export default defineResource({
  name: 'loans',
  icon: 'event',
  label: { one: 'Loan', many: 'Loans' },
  title: '{tool}',
  fields: {
    tool: reference({ to: 'tools', required: true, onDelete: 'refuse' }),
    // Makes the rule of clerks one by a single reference.
    branch: reference({ to: 'branches', lookup: 'tool.branch' }),
    toolName: text({ lookup: 'tool.name', label: 'Name of the tool' }),
    out: dateTime({ required: true, default: now }),
    due: date({ required: true }),
    state: choice({ choices: ['Out', 'Late', 'Returned', 'Lost'], chip: true, required: true }),
  },
  list: {
    columns: ['tool', 'out', 'due', 'state'],
    filters: ['state', 'tool'],
    sortable: ['out', 'due', 'toolName'],
    sort: { field: 'out', order: 'DESC' },
    search: ['toolName'],
    perPage: 25,
  },
  roles: {
    manager: manage,
    clerk: { list: '/branch-loans', can: ['list', 'show', 'create', 'edit'], where: { 'tool.branch.clerks': me } },
  },
});
