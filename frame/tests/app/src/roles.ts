import { defineRoles } from 'portal-frame/roles';

/** Admins manage everything. Workers check supplies. */
defineRoles({
  admin: { label: 'Admin', home: '/branches', manages: true },
  worker: { label: 'Worker', home: '/our-branches' },
  branch: { label: 'Branch', home: '/our-workers' },
});
