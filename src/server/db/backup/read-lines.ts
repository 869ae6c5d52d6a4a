import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError, type Mark, markSchema } from './format.ts';

/** A row as it stands in the file, or what is between the rows. */
export type BackupLine = { readonly row: string } | { readonly mark: Mark };

function parseMark(text: string): Mark {
  try {
    return markSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`the file is not a backup of this software: ${JSON.stringify(text.slice(0, 60))}`);
  }
}

/** @throws {BackupError} when the file is damaged, cut short or something else */
export async function* readLines(from: Readable): AsyncGenerator<BackupLine> {
  const text = new PassThrough();
  const failed = pipeline(from, createGunzip(), text).then(
    () => undefined,
    (error: unknown) => error,
  );
  text.on('error', () => undefined);
  let ended = false;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith('[')) {
        yield { row: line };
        continue;
      }
      const mark = parseMark(line);
      ended = mark.kind === 'end';
      yield { mark };
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
  } finally {
    from.destroy();
  }
  if ((await failed) || !ended) throw new BackupError('the backup is damaged or ends too early: nothing was restored.');
}
