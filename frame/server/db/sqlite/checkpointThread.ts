import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

// Moves a large transaction from the log into the database file (sqliteDialect.ts), off the main thread.
const sqlite = new DatabaseSync(String(workerData));
sqlite.exec('pragma busy_timeout = 2000; pragma wal_checkpoint(passive)');
sqlite.close();
