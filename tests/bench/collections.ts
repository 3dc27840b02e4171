import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openStore } from 'portal-frame/internal/server';
import app from '../../server/app.ts';
import { type Filled, fillStore } from './collectionAsks.ts';
import { type BenchScene, SCENES } from './collectionScenes.ts';
import { median } from './measure.ts';
import { Table } from './table.ts';

const FEW = 10_000;
const ROUNDS = 25;
const MOST_GROWTH = 1.5;

interface Size {
  rows: number;
  databaseUrl: string | undefined;
}

async function besides(address: string, name: string): Promise<string> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

async function filled(scene: BenchScene, { rows, databaseUrl }: Size): Promise<Filled> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-collections-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const url = databaseUrl && (await besides(databaseUrl, `bench_${rows}`));
  const store = await openStore({ app, dataDir, ...(url && { databaseUrl: url }) });
  const made = await fillStore(store, scene, rows);
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
  return made;
}

/** Median times (ms) with few and many records, measured alternately. */
async function mediansOf(few: Filled, many: Filled, scene: BenchScene, rows: number): Promise<[number, number][]> {
  const all: [number, number][] = [];
  const [asksOfFew, asks] = [scene.asks(FEW), scene.asks(rows)];
  for (const [at, ask] of asks.entries()) {
    const times: [number[], number[]] = [[], []];
    for (let round = -3; round < ROUNDS; round++) {
      for (const [side, [place, one]] of (
        [
          [few, asksOfFew[at] ?? ask],
          [many, ask],
        ] as const
      ).entries()) {
        const start = performance.now();
        await place.ask(one);
        if (round >= 0) times[side]?.push(performance.now() - start);
      }
    }
    all.push([median(times[0]), median(times[1])]);
  }
  return all;
}

/**
 * `npm run bench -- collections`: lists, searches, related lists and reports with 10,000 and `rows` records, without
 * HTTP. Further words choose scenes.
 */
export async function benchCollections({ rows, databaseUrl }: Size, words: readonly string[] = []) {
  for (const scene of SCENES) {
    if (words.length > 0 && !words.some((word) => scene.name.includes(word))) continue;
    const few = await filled(scene, { rows: FEW, databaseUrl });
    const many = await filled(scene, { rows, databaseUrl });
    const table = new Table(`${scene.name}: ${FEW}`, `${rows}`);
    const times = await mediansOf(few, many, scene, rows);
    for (const [at, { name, grows }] of scene.asks(rows).entries()) {
      const [a, b] = times[at] ?? [0, 0];
      if (grows) table.bound(`${name}, ms`, a, b);
      else table.growth(name, a, b, MOST_GROWTH);
    }
    await few.store.close();
    await many.store.close();
    console.log(table.text());
  }
}
