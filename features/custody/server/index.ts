import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { custody } from '../plugin.ts';
import { custodyCalls } from '../wire/custodyApi.ts';
import { custodyHandlers } from './custodyHandlers.ts';
import { custodyMigrations } from './custodyTable.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';
import tubeHooks from './tubeHooks.ts';

export default defineServerPlugin(custody, {
  texts: { en, es },
  hooks: { drawnTubes: tubeHooks },
  calls: serveCalls(custodyCalls, custodyHandlers, {
    addCustodyEvents: ['create', 'custody'],
    handOverTubes: ['create', 'custody'],
    tubesInHand: ['list', 'custody'],
    closeHandOver: ['change', 'custody'],
    tubeCustody: ['read', 'custody'],
  }),
  migrations: custodyMigrations,
  takesOver: ['001_custody'],
  appendOnlyTables: ['custody_events'],
  commands: { 'custody-verify': () => import('./custodyVerifyCommand.ts') },
  watchedCommands: ['custody_verify'],
  afterSeeds: { drawnTubes: () => import('./seedHandOvers.ts') },
});
