import { defineRoles } from 'portal-frame/roles';

/** Admins look after all; workers check what branches keep. */
defineRoles({
  admin: { label: 'Admin', home: '/branches', manages: true },
  worker: { label: 'Worker', home: '/our-branches' },
  branch: { label: 'Branch', home: '/our-workers' },
});
