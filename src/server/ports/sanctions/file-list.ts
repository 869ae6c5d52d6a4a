import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { nameSimilarity } from '../../../domain/payee/sanctions-match.ts';
import { parseCsv } from '../../../lib/csv.ts';
import type { Sanctions, SanctionsMatch } from './sanctions.ts';

type Entry = { readonly id: string; readonly name: string };
type List = { readonly version: string; readonly modifiedAt: number; readonly entries: readonly Entry[] };

const leastScore = 0.7;
const mostMatches = 10;

/**
 * Reads a list: CSV with the columns `id` and `name`, one row per name or alias, several rows per id. Operators convert
 * the official lists to it.
 * @throws with the line that is wrong, which stops the start
 */
export function readSanctionsList(path: string): List {
  const bytes = readFileSync(path);
  const [header, ...rows] = parseCsv(bytes.toString('utf8').replace(/^\ufeff/, ''));
  const columns = header?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const [idAt, nameAt] = [columns.indexOf('id'), columns.indexOf('name')];
  if (idAt < 0 || nameAt < 0) throw new Error(`${path}: the first line must name the columns id and name`);
  const entries = rows.map((row, index) => {
    const [id, name] = [row[idAt]?.trim(), row[nameAt]?.trim()];
    if (!id || !name) throw new Error(`${path}: row ${index + 2} has no id or no name`);
    return { id, name };
  });
  if (entries.length === 0) throw new Error(`${path}: the list is empty`);
  const version = createHash('sha256').update(bytes).digest('hex');
  return { version, modifiedAt: statSync(path).mtimeMs, entries };
}

/** A list in a file, read again when the file changes. */
export function createFileList(path: string): Sanctions {
  let list = readSanctionsList(path);
  return {
    async check(name) {
      if (statSync(path).mtimeMs !== list.modifiedAt) list = readSanctionsList(path);
      const best = new Map<string, SanctionsMatch>();
      for (const entry of list.entries) {
        const score = Math.round(nameSimilarity(name, entry.name) * 1_000) / 1_000;
        if (score < leastScore || score <= (best.get(entry.id)?.score ?? 0)) continue;
        best.set(entry.id, { entryId: entry.id, name: entry.name, score });
      }
      const matches = [...best.values()].sort((left, right) => right.score - left.score).slice(0, mostMatches);
      return { listVersion: list.version, matches };
    },
  };
}
