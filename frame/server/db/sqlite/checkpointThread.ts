import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

// Brings what a large transaction wrote from the log into the file (sqliteDialect.ts), while the server's own thread goes on.
const sqlite = new DatabaseSync(String(workerData));
sqlite.exec('pragma busy_timeout = 2000; pragma wal_checkpoint(passive)');
sqlite.close();
