import type { Besides } from 'portal-frame/testing/helpers';

/** The configs and hooks of several sets. */
export const together = (...all: Besides[]): Besides => ({
  resources: all.flatMap(({ resources = [] }) => resources),
  hooks: Object.assign({}, ...all.map(({ hooks }) => hooks)),
});
