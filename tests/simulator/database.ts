import { readFileSync } from 'node:fs';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { prepareEmbedded } from '../server/support/databases.ts';
import { takeSnapshot } from '../server/support/reset-database.ts';
import { drawByteForDatabase } from './chance.ts';

/** The embedded database, whose chance follows from the seed. */
export async function openDatabase() {
  const databases = await prepareEmbedded();
  const loadDataDir = new Blob([readFileSync(databases.dumpPath)]);
  const connection = await connectEmbedded({ loadDataDir });
  if (connection.kind !== 'embedded') throw new Error('Not embedded');
  const { FS } = connection.pglite.Module;
  FS.unlink('/dev/urandom');
  FS.createDevice('/dev', 'urandom', drawByteForDatabase);
  const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await connection.pglite.query<Row>(text, values)).rows;
  return { connection, pglite: connection.pglite, ask, snapshot: await takeSnapshot(ask) };
}
