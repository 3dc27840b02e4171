import { defineRoles } from 'portal-frame/roles';

/** Admins manage everything. Workers check supplies. Programs use API keys, the public no account. */
export const roles = defineRoles({
  admin: { label: 'Admin', home: '/branches', manages: true },
  worker: { label: 'Worker', home: '/our-branches' },
  branch: { label: 'Branch', home: '/our-workers' },
  program: { label: 'Program', home: '/profile', service: true },
  public: { label: 'Public', home: '/public/kinds', public: true },
});
