import { request } from 'portal-frame/browser';
import { findCalls, MIN_SEARCH_LENGTH, readSearchResults } from './wire/recordSearchApi.ts';

/** Searches records at the host. server/calls/searchRecords.ts limits the results of each kind. */
export const findOnHost = async (text: string, signal: AbortSignal) =>
  text.length < MIN_SEARCH_LENGTH ? [] : readSearchResults(await request(findCalls.find, { body: { text }, signal }));
