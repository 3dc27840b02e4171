import { request } from '../frame/dataProvider/request.ts';
import { findCalls, MIN_SEARCH_LENGTH, readSearchResults } from './wire/findApi.ts';

/** Asks the host that can find people, by any detail of them. */
export const findRecords = async (text: string, signal: AbortSignal) =>
  text.length < MIN_SEARCH_LENGTH ? [] : readSearchResults(await request(findCalls.find, { body: { text }, signal }));
