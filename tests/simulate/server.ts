import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { InjectOptions } from 'fastify';
import { everyStatement } from 'portal-frame/testing/helpers';
import { type Base, fillBase } from './base.ts';
import { openServer, RECEIVER } from './openServer.ts';
import { deployed } from './receiver.ts';

export interface Reply {
  statusCode: number;
  body: string;
  rawPayload: Buffer;
}

let left = Number.POSITIVE_INFINITY;
let isDropped = false;
everyStatement(() => {
  left -= 1;
  if (left < 0) isDropped = true;
  if (isDropped) throw new Error('The process was dropped.');
});

const FASTER = `pragma synchronous = off; pragma secure_delete = off; pragma wal_autocheckpoint = 0;
  pragma mmap_size = 268435456; pragma temp_store = memory`;
/** Connections of a process end with it, also those of a server that was dropped while it started. */
const connections = new Set<DatabaseSync>();
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (text) {
  connections.add(this);
  exec.call(this, text);
  // No power cut is simulated, and nobody searches the file for what was deleted.
  if (text.includes('journal_mode')) exec.call(this, FASTER);
};
function endConnections(): void {
  for (const connection of connections) if (connection.isOpen) connection.close();
  connections.clear();
}

let base: Promise<Base & { dataDir: string }> | undefined;

/** Data with the people and a catalogue of tests, made once and copied for each world. */
async function createBase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-base-'));
  return { dataDir, ...(await fillBase({ dataDir })) };
}

/** The server of a simulation. It is dropped at any moment, and opened again. */
export type SimulatedServer = Awaited<ReturnType<typeof startSimulatedServer>>;

/** Starts a server in this process on a copy of the base data. */
export async function startSimulatedServer() {
  base ??= createBase();
  const { dataDir: from, ...known } = await base;
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-'));
  cpSync(from, dataDir, { recursive: true });
  deployed.hasComment = false;
  let opened = await openServer({ dataDir });
  async function reopen() {
    await opened.close().catch(() => undefined);
    endConnections();
    left = Number.POSITIVE_INFINITY;
    isDropped = false;
    opened = await openServer({ dataDir });
  }
  return {
    ...known,
    dataDir,
    /** Address of the laboratories' receiver of webhooks. */
    receiver: `http://${RECEIVER}`,
    /** The database, past the API. */
    db: () => opened.services.db,
    config: () => opened.services.config,
    collections: async () => opened.services.collections,
    request: (request: InjectOptions): Promise<Reply> => opened.app.inject(request),
    setClock: async (_now: number): Promise<void> => undefined,
    /** Drops the server before the nth next statement, or in as many milliseconds. */
    dropBefore: (statement: number) => {
      left = statement;
    },
    isDropped: () => isDropped,
    /** Opens the data again after a drop. */
    reopen,
    /** Stops the server, and opens its data with the other version of the configs. */
    async deploy() {
      await opened.close();
      deployed.hasComment = !deployed.hasComment;
      opened = await openServer({ dataDir });
    },
    runJobs: () => opened.runJobs(),
    sendOutbox: () => opened.sendOutbox(),
    async close() {
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
